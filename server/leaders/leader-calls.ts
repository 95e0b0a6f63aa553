import { ok } from '../../shared/result.ts';
import { call } from '../http/call.ts';

export const leaderCalls = {
  getLeaders: call('getLeaders', {}, ({ leaders }) => ok(leaders.list())),
};
