import { ROUTES, type RouteShape } from '../../../shared/contract/routes.ts';
import type { Result } from '../../../shared/result.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import { jsonData, readJson } from '../../bus/json-messages.ts';
import type { Calls, Handler } from '../../call.ts';
import { readValues } from '../../call-values.ts';
import type { Clock } from '../../clock.ts';
import { ElsewhereError, FencedError, UnavailableError } from '../../store/errors.ts';
import type { CrossingName } from '../crossing.ts';
import { type CallAnswer, type CallMessage, callSchema } from './messages.ts';

export interface CallServerDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  /** The same handlers as those of the HTTP calls. */
  readonly handlers: Calls<CrossingName>;
  /**
   * False when another process may deal for the account. That one answers then, and this one stays silent: a refusal that comes
   * before that answer would make the gateway send the call again.
   */
  readonly isMine: (call: Pick<CallMessage, 'call' | 'account'>) => boolean;
  /** False while nothing can be decided, or not any more: the call is sent again. */
  readonly isReady: (call: Pick<CallMessage, 'call' | 'account'>) => boolean;
  /** Receives bugs, and sentences about calls that cannot be read. */
  readonly report: (where: string, error: unknown) => void;
  /** The largest number of calls that wait or are carried out; further ones are refused as busy. */
  readonly maxCalls?: number;
  readonly onAnswered?: (call: CrossingName, outcome: CallAnswer['status']) => void;
}

export interface CallServer {
  /** Calls that wait or are carried out. */
  readonly size: number;
  /** Takes the calls of a subject. @returns takes no more of them */
  serve(subject: string): () => void;
  /** Resolves when every call that was taken before is answered. */
  idle(): Promise<void>;
}

const MAX_CALLS = 2_000;
/** Allowed difference of two clocks, by rounding and between machines. With more, a call is sent again until the clocks agree that it is new. */
const CLOCKS_DIFFER_MS = 10;

/** Answers the calls that gateways send. A call whose time has passed is not decided; one that is decided is answered. */
export function createCallServer(deps: CallServerDeps): CallServer {
  const { bus, clock, handlers, isMine, isReady, report, maxCalls = MAX_CALLS } = deps;
  const underWay = new Set<Promise<void>>();

  /** @param servedSince in steady time */
  const refusalOf = (call: CallMessage, servedSince: number): CallAnswer | undefined => {
    const servedMs = clock.steady() - servedSince;
    // It was sent before this dealer served the shard: it is a copy of a call that the dealer before this one took.
    const isOld = call.asked_at < clock.wall() - servedMs - CLOCKS_DIFFER_MS;
    if (isOld || !isReady(call)) return { status: 'not_mine' };
    if (underWay.size >= maxCalls) return { status: 'busy' };
    return clock.wall() > call.asked_at + call.deadline_ms ? { status: 'late' } : undefined;
  };
  /** @returns undefined: another process has the account, and answers a copy of the call */
  const carryOut = async (call: CallMessage): Promise<CallAnswer | undefined> => {
    try {
      return { status: 'done', result: await answer(handlers, call) };
    } catch (error) {
      if (error instanceof FencedError || error instanceof ElsewhereError) return undefined;
      report(call.call, error);
      return { status: error instanceof UnavailableError ? 'unavailable' : 'failed' };
    }
  };
  const take = (message: BusMessage, servedSince: number): void => {
    const { respond } = message;
    const call = readJson(callSchema, message, (sentence) => report('calls', sentence));
    if (respond === undefined || call === undefined || !isMine(call)) return;
    const refused = refusalOf(call, servedSince);
    if (refused !== undefined) {
      respond(jsonData(refused));
      deps.onAnswered?.(call.call, refused.status);
      return;
    }
    const done: Promise<void> = carryOut(call).then((answered) => {
      underWay.delete(done);
      if (answered === undefined) return;
      respond(jsonData(answered));
      deps.onAnswered?.(call.call, answered.status);
    });
    underWay.add(done);
  };

  return {
    get size() {
      return underWay.size;
    },
    serve(subject) {
      const since = clock.steady();
      return bus.subscribe(subject, (message) => take(message, since));
    },
    async idle() {
      await Promise.all(underWay);
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
