import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Leaders } from './leaders.ts';

export const leaderCalls = ({ leaders }: { readonly leaders: Leaders }): Calls<'getLeaders'> => ({
  getLeaders: () => ok(leaders.list()),
});
