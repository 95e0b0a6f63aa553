import { ok } from '../../shared/result.ts';
import { isoOf, readWhole } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import type { Outbox } from './outbox.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

export const outbox: Resource<{ readonly outbox: Outbox }> = {
  help: 'Messages to pass on by hand: text messages, and e-mails when no mail server is set',
  usual: 'list',
  verbs: {
    list: {
      help: 'Newest first; an e-mail that the mail server refused has no text',
      parameters: { limit: { help: `Number of messages, ${DEFAULT_LIMIT} by default`, optional: true } },
      async run({ outbox: room }, { limit = String(DEFAULT_LIMIT) }) {
        const count = readWhole('limit', limit, MAX_LIMIT);
        if (!count.ok) return count;
        const letters = await room.list(count.value);
        return ok({
          rows: letters.map(({ at, channel, to, state, ...texts }) => ({
            at: isoOf(at),
            channel,
            to,
            state,
            ...texts,
          })),
        });
      },
    },
  },
};
