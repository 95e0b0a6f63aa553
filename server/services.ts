import type { Accounts } from './accounts/accounts.ts';
import type { Membership } from './accounts/membership.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { Chat } from './chat/chat.ts';
import type { Presence } from './cluster/presence.ts';
import type { Config } from './config/config.ts';
import type { Content } from './content/content.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Factors } from './factors/factors.ts';
import type { Faults } from './faults/faults.ts';
import type { Favourites } from './favourites/favourites.ts';
import type { Market, SourceState } from './feed/market.ts';
import type { Files } from './files/files.ts';
import type { Identity } from './identity/identity.ts';
import type { Leaders } from './leaders/leaders.ts';
import type { Listings } from './listings/listings.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Payments } from './payments/payments.ts';
import type { Portfolio } from './portfolio/portfolio.ts';
import type { Push } from './push/push.ts';
import type { SecurityLog } from './security/security.ts';
import type { Verification } from './verification/verification.ts';

/** The rooms that the calls and the operator's commands use. */
export interface Services {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly accounts: Accounts;
  readonly membership: Membership;
  readonly factors: Factors;
  readonly verification: Verification;
  readonly outbox: Outbox;
  readonly security: SecurityLog;
  readonly leaders: Leaders;
  readonly listings: Listings;
  readonly files: Files;
  readonly payments: Payments;
  readonly identity: Identity;
  readonly content: Content;
  readonly chat: Chat;
  readonly alerts: Alerts;
  readonly favourites: Favourites;
  readonly push: Push;
  readonly portfolio: Portfolio;
  readonly config: Pick<Config, 'site' | 'feeType' | 'stopOutPercent' | 'feed' | 'financingTime'>;
  /** The sources of prices from outside; only where the operator's command runs. */
  readonly sources?: (() => Promise<readonly SourceState[] | undefined>) | undefined;
  /** Only in a part of an exchange; for the operator's command. */
  readonly cluster?: Pick<Presence, 'list'> | undefined;
  /** Only in development; for the operator's command. */
  readonly faults?: Faults | undefined;
}
