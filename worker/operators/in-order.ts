import { Observable, type OperatorFunction } from 'rxjs';
import type { Topics } from '../socket/topics.ts';
import type { Received } from './decode-frames.ts';

/** A data frame that counts; `isSnapshot` for the first of a subscription. */
export type Ordered = Extract<Received, { readonly kind: 'market' | 'data' }> & {
  readonly isSnapshot: boolean;
};

/** Lets the data frames through that come in order, and gives the acknowledgements to the topics. */
export const inOrder =
  (topics: Pick<Topics, 'accept' | 'acknowledged'>): OperatorFunction<Received, Ordered> =>
  (source$) =>
    new Observable((subscriber) =>
      source$.subscribe({
        next(frame) {
          if (frame.kind === 'ack') topics.acknowledged(frame.ack);
          if (frame.kind === 'ack' || frame.kind === 'pong') return;
          const acceptance = topics.accept(frame.topic, frame.seq);
          if (acceptance !== 'drop') subscriber.next({ ...frame, isSnapshot: acceptance === 'snapshot' });
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
