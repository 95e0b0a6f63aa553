import { ROUTES, type RouteShape } from '../../../shared/contract/routes.ts';
import type { Result } from '../../../shared/result.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import { jsonData, readJson } from '../../bus/json.ts';
import type { Calls, Handler } from '../../call.ts';
import { readValues } from '../../call-values.ts';
import type { Clock } from '../../clock.ts';
import { UnavailableError } from '../../store/errors.ts';
import type { CrossingName } from '../crossing.ts';
import { type CallAnswer, type CallMessage, callSchema } from './messages.ts';

interface CallServerDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  /** The same handlers as those of the HTTP calls. */
  readonly handlers: Calls<CrossingName>;
  /** False when another process deals for the account, or the prices here are not current. */
  readonly isMine: (call: Pick<CallMessage, 'call' | 'account'>) => boolean;
  /** Receives bugs, and sentences about calls that cannot be read. */
  readonly report: (where: string, error: unknown) => void;
  /** Calls that wait or are carried out at once; further ones are refused as busy. */
  readonly maxCalls?: number;
}

interface CallServer {
  /** Takes the calls of a subject. @returns takes no more of them */
  serve(subject: string): () => void;
  /** Resolves when every call that was taken is answered. */
  idle(): Promise<void>;
}

const MAX_CALLS = 2_000;

/** Answers the calls that gateways send. A call whose time has passed is not decided; one that is decided is answered. */
export function createCallServer(deps: CallServerDeps): CallServer {
  const { bus, clock, handlers, isMine, report, maxCalls = MAX_CALLS } = deps;
  const underWay = new Set<Promise<void>>();

  const refusalOf = (call: CallMessage): CallAnswer | undefined => {
    if (!isMine(call)) return { status: 'not_mine' };
    if (underWay.size >= maxCalls) return { status: 'busy' };
    return clock.now() > call.asked_at + call.deadline_ms ? { status: 'late' } : undefined;
  };
  const carryOut = async (call: CallMessage): Promise<CallAnswer> => {
    try {
      return { status: 'done', result: await answer(handlers, call) };
    } catch (error) {
      report(call.call, error);
      return { status: error instanceof UnavailableError ? 'unavailable' : 'failed' };
    }
  };
  const take = (message: BusMessage): void => {
    const { respond } = message;
    const call = readJson(callSchema, message, (sentence) => report('calls', sentence));
    if (respond === undefined || call === undefined) return;
    const refused = refusalOf(call);
    if (refused !== undefined) {
      respond(jsonData(refused));
      return;
    }
    const done: Promise<void> = carryOut(call).then((answered) => {
      underWay.delete(done);
      respond(jsonData(answered));
    });
    underWay.add(done);
  };

  return {
    serve: (subject) => bus.subscribe(subject, take),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function answer(handlers: Calls<CrossingName>, message: CallMessage): Promise<Result<unknown>> {
  const { call, account, user, language, visitor, texts } = message;
  const route: RouteShape = ROUTES[call];
  const values = readValues(route, new URLSearchParams(texts));
  if (!values.ok) return values;
  const session: Session = { id: message.session, accountId: account, user };
  // The values were validated by this call's contract.
  const handler = handlers[call] as Handler<never>;
  return handler(values.value as never, { session, language, visitor } as never);
}
