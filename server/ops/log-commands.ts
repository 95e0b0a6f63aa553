import { ok } from '../../shared/result.ts';
import { isoOf, readWhole } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { operatorLogRepository } from './operator-log-repository.ts';

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
        const count = readWhole('limit', limit, MAX_LIMIT);
        if (!count.ok) return count;
        const steps = await operatorLogRepository(store.read).latest(count.value, resource);
        return ok({
          rows: steps.map(({ id, at, who, resource: name, verb, subject, detail, outcome }) => ({
            id,
            at: isoOf(at),
            who,
            resource: name,
            verb,
            subject,
            detail,
            outcome,
          })),
        });
      },
    },
  },
};
