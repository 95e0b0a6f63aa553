import type { Generated } from 'kysely';
import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    push_subscriptions: PushSubscriptionTable;
    push_settings: PushSettingTable;
  }
}

interface PushSubscriptionTable {
  id: Generated<number>;
  /** Address at the browser's push service; one browser has one. */
  endpoint: string;
  /** The session that subscribed: its end deletes the row. */
  session_id: string;
  account_id: AccountId;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
  language: Language;
  created_at: TimestampMs;
}

/** Flags. An account without a row gets everything. */
interface PushSettingTable {
  account_id: AccountId;
  price_alerts: number;
  fills: number;
  stop_outs: number;
  margin_calls: number;
}
