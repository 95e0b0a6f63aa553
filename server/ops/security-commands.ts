import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok } from '../../shared/result.ts';
import { accountOfText, uidOf } from '../accounts/user.ts';
import { isoOf, readWhole } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import type { SecurityLog } from '../security/security.ts';
import { SECURITY_KINDS, type SecurityKind } from '../security/security-kinds.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;
const KINDS = Object.keys(SECURITY_KINDS) as readonly SecurityKind[];

export const security: Resource<{ readonly security: SecurityLog }> = {
  help: 'Logins, refused attempts, and changes to how accounts are protected and paid out',
  usual: 'list',
  verbs: {
    list: {
      help: 'The latest events, newest first',
      parameters: {
        uid: { help: 'Only events of this user', optional: true },
        kind: { help: 'Only events of this kind', optional: true, choices: KINDS },
        since: { help: 'Only events since this time, as in 2026-11-24 or 2026-11-24T08:30Z', optional: true },
        limit: { help: `Number of rows, ${DEFAULT_LIMIT} by default`, optional: true },
      },
      async run({ security: log }, { uid, kind: wanted, since, limit = String(DEFAULT_LIMIT) }) {
        const count = readWhole('limit', limit, MAX_LIMIT);
        if (!count.ok) return count;
        const account = accountOfText(uid);
        if (uid !== undefined && account === undefined) return err('uid is a number such as 10000001.');
        const from = since === undefined ? undefined : Date.parse(since);
        if (Number.isNaN(from)) return err('since is a time such as 2026-11-24 or 2026-11-24T08:30Z.');
        const events = await log.latest(count.value, {
          account,
          kind: KINDS.find((one) => one === wanted),
          since: from === undefined ? undefined : timestampMs(from),
        });
        return ok({
          rows: events.map((event) => ({
            at: isoOf(event.at),
            kind: event.kind,
            count: event.count,
            uid: event.accountId === undefined ? null : uidOf(event.accountId),
            network: event.network,
            device: event.device,
            detail: event.detail,
            request: event.requestId,
          })),
        });
      },
    },
  },
};
