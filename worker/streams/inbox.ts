import { filter, Observable, Subject, share } from 'rxjs';
import type { Tap } from '../../replay/record/tap.ts';
import type { Topic } from '../../shared/contract/socket.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import { createFrameDecoder } from '../../shared/stream/frame-decoder.ts';
import type { Env } from '../env.ts';
import { decodeFrames } from '../operators/decode-frames.ts';
import { inOrder, type Ordered } from '../operators/in-order.ts';
import type { Connection } from '../socket/connection.ts';
import { createTopics, type Topics } from '../socket/topics.ts';

/** Data frames in order, each topic's from its snapshot on. */
export interface Inbox {
  readonly topics: Topics;
  /** DAY_MARKET's frames; their rows are valid during the call. */
  readonly market$: Observable<MarketFrame>;
  /** Holds a topic while subscribed and gives its frames. */
  topic(topic: Topic): Observable<DataFrame>;
  /** Tokens that the server refused on the socket. */
  readonly refused$: Observable<string>;
}

type MarketFrame = Extract<Ordered, { readonly kind: 'market' }>;
export type DataFrame = Extract<Ordered, { readonly kind: 'data' }>;

export function createInbox(env: Env, connection: Connection, counters: Counters, tap: Tap): Inbox {
  const refused$ = new Subject<string>();
  const topics = createTopics({
    env,
    counters,
    send: connection.send,
    onRefused: (token) => refused$.next(token),
  });
  watchLink(connection, topics);

  const ordered$ = connection.incoming$.pipe(
    decodeFrames(createFrameDecoder(counters), tap.received),
    inOrder(topics),
    share(),
  );
  // Kept alive: acknowledgements must be heard also while nobody listens to data.
  ordered$.subscribe();
  const data$ = ordered$.pipe(filter((frame) => frame.kind === 'data'));

  return {
    topics,
    refused$,
    market$: ordered$.pipe(filter((frame) => frame.kind === 'market')),
    topic: (topic) => held(topics, topic, data$),
  };
}

function held(topics: Topics, topic: Topic, data$: Observable<DataFrame>): Observable<DataFrame> {
  return new Observable((subscriber) => {
    const listening = data$.pipe(filter((frame) => frame.topic === topic)).subscribe(subscriber);
    const letGo = topics.hold(topic);
    return () => {
      letGo();
      listening.unsubscribe();
    };
  });
}

function watchLink(connection: Connection, topics: Topics): void {
  let wasOpen = false;
  let generation = 0;
  connection.states$.subscribe((state) => {
    const isOpen = state.link.status === 'open';
    if (isOpen === wasOpen && state.generation === generation) return;
    if (wasOpen) topics.closed();
    if (isOpen) topics.opened();
    wasOpen = isOpen;
    generation = state.generation;
  });
}
