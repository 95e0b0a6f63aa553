import { err, ok } from '../../shared/result.ts';
import type { Store } from '../store/store.ts';
import { operatorLogRepository } from './operator-log-repository.ts';
import type { Resource } from './resource.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

export const log: Resource<{ readonly store: Store }> = {
  help: 'Steps that operators have taken',
  usual: 'list',
  verbs: {
    list: {
      help: 'The latest steps, newest first',
      parameters: {
        resource: { help: 'Only steps on this resource', optional: true },
        limit: { help: `Number of steps, ${DEFAULT_LIMIT} by default`, optional: true },
      },
      async run({ store }, { resource, limit = String(DEFAULT_LIMIT) }) {
        const count = Number(limit);
        if (!/^[0-9]{1,5}$/.test(limit) || count < 1 || count > MAX_LIMIT)
          return err(`limit is a whole number from 1 to ${MAX_LIMIT}.`);
        const steps = await operatorLogRepository(store.read).latest(count, resource);
        return ok({
          rows: steps.map(({ id, at, who, resource: name, verb, subject, outcome }) => ({
            id,
            at: new Date(at).toISOString(),
            who,
            resource: name,
            verb,
            subject,
            outcome,
          })),
        });
      },
    },
  },
};
