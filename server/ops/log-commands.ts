import { err, ok } from '../../shared/result.ts';
import { operatorLogRepository } from './operator-log-repository.ts';
import type { Thing } from './resource.ts';

const PRESET = 50;
const MOST = 10_000;

export const log: Thing = {
  help: 'What operators have done',
  usual: 'list',
  verbs: {
    list: {
      help: 'The latest steps, last first',
      parameters: {
        thing: { help: 'Of this thing alone', optional: true },
        limit: { help: `How many, ${PRESET} unless told`, optional: true },
      },
      async run({ store }, { thing, limit = String(PRESET) }) {
        const count = Number(limit);
        if (!/^[0-9]{1,5}$/.test(limit) || count < 1 || count > MOST)
          return err(`limit is a whole number from 1 to ${MOST}.`);
        const steps = await operatorLogRepository(store.read).latest(count, thing);
        return ok({
          rows: steps.map(({ id, at, who, thing: name, verb, subject, outcome }) => ({
            id,
            at: new Date(at).toISOString(),
            who,
            thing: name,
            verb,
            subject,
            outcome,
          })),
        });
      },
    },
  },
};
