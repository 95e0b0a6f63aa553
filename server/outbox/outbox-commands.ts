import { err, ok } from '../../shared/result.ts';
import type { Thing } from '../ops/resource.ts';

const PRESET = 20;
const MOST = 1_000;

export const outbox: Thing = {
  help: 'Text messages, and e-mails without a mail server: what somebody has to pass on',
  usual: 'list',
  verbs: {
    list: {
      help: 'Latest first; one that the mail server did not take has no text',
      parameters: { limit: { help: `How many, ${PRESET} unless told`, optional: true } },
      async run(services, { limit = String(PRESET) }) {
        const count = Number(limit);
        if (!/^[0-9]{1,4}$/.test(limit) || count < 1 || count > MOST)
          return err(`limit is a whole number from 1 to ${MOST}.`);
        const letters = await services.outbox.list(count);
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
