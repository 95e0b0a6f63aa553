import { customerBar, type Deal } from '../../shared/domain/allowed.ts';
import { err } from '../../shared/result.ts';
import { restrictedRefusal } from '../refusals.ts';
import type { Command, Context, Decision } from './command.ts';
import { decideAmend } from './decide-amend.ts';
import { decideCancel, decideReset, decideStops, decideTrail } from './decide-change.ts';
import { decideClose } from './decide-close.ts';
import { decideFinance } from './decide-finance.ts';
import { decideMarginLevel } from './decide-margin-level.ts';
import { decideMove } from './decide-move.ts';
import { decideOperatorClose } from './decide-operator-close.ts';
import { decideRestrict } from './decide-restrict.ts';
import { decideStopOut } from './decide-stop-out.ts';
import { decideSubmit } from './decide-submit.ts';
import { decideTrigger } from './decide-trigger.ts';
import type { AccountState } from './state.ts';

/** The dealing rules as a pure function: the same state, command and prices always give the same events. */
export function decide(state: AccountState, command: Command, context: Context): Decision {
  const wish = WISHES[command.type];
  const bar = wish && customerBar(wish, state.restriction);
  if (bar) return err(restrictedRefusal(bar));
  switch (command.type) {
    case 'submit':
      return decideSubmit(state, command, context);
    case 'close':
      return decideClose(state, command, context);
    case 'cancel':
      return decideCancel(state, command, context);
    case 'amend':
      return decideAmend(state, command, context);
    case 'set-stops':
      return decideStops(state, command, context);
    case 'trail':
      return decideTrail(state, command, context);
    case 'trigger':
      return decideTrigger(state, command, context);
    case 'finance':
      return decideFinance(state, command, context);
    case 'stop-out':
      return decideStopOut(state, command, context);
    case 'margin-level':
      return decideMarginLevel(state, command, context);
    case 'reset':
      return decideReset(state, command, context);
    case 'operator-close':
      return decideOperatorClose(state, command, context);
    case 'restrict':
      return decideRestrict(state, command, context);
    case 'move':
      return decideMove(state, command, context);
    default:
      return command satisfies never;
  }
}

/** What a restricted customer may not ask for. Effects of prices and steps of operators go on. */
const WISHES: Readonly<Partial<Record<Command['type'], Deal>>> = {
  submit: 'open',
  amend: 'open',
  close: 'close',
  cancel: 'close',
  'set-stops': 'close',
  reset: 'close',
};
