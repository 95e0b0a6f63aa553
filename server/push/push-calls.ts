import type { pushRoutes, WirePushSettings } from '../../shared/contract/push.ts';
import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Push } from './push.ts';
import type { PushChoices } from './push-repository.ts';

export const pushCalls = ({ push }: { readonly push: Push }): Calls<keyof typeof pushRoutes> => ({
  getPushKey: () => ok({ key: push.publicKey }),
  subscribePush: ({ endpoint, 'keys.p256dh': p256dh, 'keys.auth': auth }, { session, language }) =>
    push.subscribe(session, { endpoint, p256dh, auth, language }),
  async unsubscribePush({ endpoint }, { session }) {
    await push.unsubscribe(session.accountId, endpoint);
    return ok(null);
  },
  getPushSettings: async (_, { session }) => ok(wireSettings(await push.choices(session.accountId))),
  async setPushSettings(values, { session }) {
    const changes = Object.entries(values).filter(([, value]) => value !== undefined);
    return ok(
      wireSettings(
        await push.choose(
          session.accountId,
          Object.fromEntries(changes.map(([kind, value]) => [kind, value === 1])),
        ),
      ),
    );
  },
});

const wireSettings = (choices: PushChoices): WirePushSettings => ({
  price_alerts: Number(choices.price_alerts),
  fills: Number(choices.fills),
  stop_outs: Number(choices.stop_outs),
  margin_calls: Number(choices.margin_calls),
});
