import { type AccountTotals, CALM_LEVEL, MARGIN_CALL_LEVEL } from '../../shared/domain/account.ts';
import { ok } from '../../shared/result.ts';
import type { Decide } from './command.ts';
import type { AccountState } from './state.ts';
import { totalsOf } from './valuation.ts';

/** Begins a margin call, or ends one; nothing while the level is unknown. */
export const decideMarginLevel: Decide<'margin-level'> = (state, _command, { prices }) => {
  const totals = totalsOf(state, prices);
  if (totals === undefined || !isCallDue(state, totals)) return ok([]);
  return ok([state.isCalled ? { type: 'calmed' } : { type: 'called', by: 'level' }]);
};

/** Whether a margin call of the account begins or ends at that level. An account without margin is calm. */
export function isCallDue(
  { isCalled }: Pick<AccountState, 'isCalled'>,
  { marginLevel = CALM_LEVEL }: Pick<AccountTotals, 'marginLevel'>,
): boolean {
  return isCalled ? marginLevel >= CALM_LEVEL : marginLevel < MARGIN_CALL_LEVEL;
}
