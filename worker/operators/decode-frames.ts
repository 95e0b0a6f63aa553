import { Observable, type OperatorFunction } from 'rxjs';
import type { Frame, FrameDecoder } from '../../shared/stream/frame-decoder.ts';
import type { Incoming } from '../socket/connection.ts';

/** A decoded frame and when it came. */
export type Received = Frame & Pick<Incoming, 'nowMs' | 'receivedAtMs'>;

/** Texts to frames; what the decoder drops is gone. `heard` is told of each, before anybody acts on it. */
export const decodeFrames =
  (
    decode: FrameDecoder,
    heard: (text: string, frame: Frame | undefined) => void,
  ): OperatorFunction<Incoming, Received> =>
  (source$) =>
    new Observable((subscriber) =>
      source$.subscribe({
        next({ text, nowMs, receivedAtMs }) {
          const frame = decode(text);
          heard(text, frame);
          if (frame !== undefined) subscriber.next({ ...frame, nowMs, receivedAtMs });
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
