import { filter, Observable, Subject } from 'rxjs';
import type { Tap } from '../../replay/record/recorder.ts';
import type { Topic } from '../../shared/contract/socket.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { createFrameDecoder, type Frame } from '../../shared/stream/frame-decoder.ts';
import type { Env } from '../env.ts';
import type { Connection, Incoming } from '../socket/connection.ts';
import { createTopics, type Topics } from '../socket/topics.ts';

/** Decodes what the connection receives, and passes on the data frames that count: each topic's from its snapshot on. */
export interface Inbox {
  readonly topics: Topics;
  /** Frames of DAY_MARKET. Their rows are valid during the call. */
  readonly market$: Observable<MarketFrame>;
  /** The frames of a topic, which is held while subscribed. */
  topic(topic: Topic): Observable<DataFrame>;
  /** Tokens that the server refused on the socket. */
  readonly refused$: Observable<string>;
}

/** `isSnapshot`: the first frame of a subscription. */
type Ordered = Extract<Frame, { readonly kind: 'market' | 'data' }> &
  Pick<Incoming, 'nowMs' | 'receivedAtMs'> & { readonly isSnapshot: boolean };
type MarketFrame = Extract<Ordered, { readonly kind: 'market' }>;
export type DataFrame = Extract<Ordered, { readonly kind: 'data' }>;

export function createInbox(
  env: Pick<Env, 'after'>,
  connection: Pick<Connection, 'states$' | 'incoming$' | 'send'>,
  counters: Counters,
  tap: Pick<Tap, 'received'>,
): Inbox {
  const refused$ = new Subject<string>();
  const ordered$ = new Subject<Ordered>();
  const decode = createFrameDecoder(counters);
  const topics = createTopics({
    env,
    counters,
    send: connection.send,
    onRefused: (token) => refused$.next(token),
  });
  watchLink(connection, topics);

  connection.incoming$.subscribe(({ data, nowMs, receivedAtMs }) => {
    const frame = decode(data);
    tap.received(data, frame);
    if (frame === undefined && typeof data !== 'string') topics.unreadable();
    if (frame?.kind === 'ack') topics.acknowledged(frame.ack);
    if (frame?.kind !== 'market' && frame?.kind !== 'data') return;
    const verdict = topics.accept(frame.topic, frame.seq);
    if (verdict === 'drop') return;
    if (frame.kind === 'market' && frame.unread) return topics.unreadable();
    ordered$.next({ ...frame, nowMs, receivedAtMs, isSnapshot: verdict === 'snapshot' });
  });

  return {
    topics,
    refused$,
    market$: ordered$.pipe(filter((frame) => frame.kind === 'market')),
    topic: (topic) =>
      new Observable((subscriber) => {
        const listening = ordered$
          .pipe(filter((frame): frame is DataFrame => frame.kind === 'data' && frame.topic === topic))
          .subscribe(subscriber);
        const release = topics.hold(topic);
        return () => {
          release();
          listening.unsubscribe();
        };
      }),
  };
}

function watchLink({ states$ }: Pick<Connection, 'states$'>, topics: Topics): void {
  let wasOpen = false;
  let generation = 0;
  states$.subscribe((state) => {
    const isOpen = state.link.status === 'open';
    if (isOpen === wasOpen && state.generation === generation) return;
    if (wasOpen) topics.closed();
    if (isOpen) topics.opened();
    wasOpen = isOpen;
    generation = state.generation;
  });
}
