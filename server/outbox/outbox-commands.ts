import { err, ok } from '../../shared/result.ts';
import type { Resource } from '../ops/resource.ts';
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
        const count = Number(limit);
        if (!/^[0-9]{1,4}$/.test(limit) || count < 1 || count > MAX_LIMIT)
          return err(`limit is a whole number from 1 to ${MAX_LIMIT}.`);
        const letters = await room.list(count);
        return ok({
          rows: letters.map(({ at, channel, to, subject, text, state }) => ({
            at: new Date(at).toISOString(),
            channel,
            to,
            state,
            subject,
            text,
          })),
        });
      },
    },
  },
};
