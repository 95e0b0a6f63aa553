import { ok } from '../../shared/result.ts';
import { isoOf, readWhole } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { latestSteps } from './operator-steps.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

export const log: Resource<{ readonly store: Pick<Store, 'read'> }> = {
  help: 'Steps that operators have taken',
  usual: 'list',
  verbs: {
    list: {
      help: 'The latest steps, newest first: who, what, and values before and after',
      parameters: {
        resource: { help: 'Only steps on this resource', optional: true },
        limit: { help: `Number of steps, ${DEFAULT_LIMIT} by default`, optional: true },
        who: { help: 'Only steps of this operator', optional: true },
        subject: { help: 'Only steps on this number or code, as in 10000007 or EURUSD', optional: true },
      },
      async run({ store }, { limit = String(DEFAULT_LIMIT), ...filter }) {
        const count = readWhole('limit', limit, MAX_LIMIT);
        if (!count.ok) return count;
        const steps = await latestSteps(store.read, count.value, filter);
        return ok({
          rows: steps.map(({ seq, at, ...step }) => ({ seq, at: isoOf(at), ...step })),
        });
      },
    },
  },
};
