import type { UploadState } from '../../shared/bridge/worker-api.ts';
import type { BinaryPart } from '../../shared/contract/calls/people.ts';
import { link } from './link.ts';
import { refusedInReplay } from './replay-source.ts';

/** Sends a picture, shrunk, and tells how far it is until `done` or `failed`; the answer gives it up. */
export function uploadPicture(file: BinaryPart, tell: (state: UploadState) => void): () => void {
  const refused = refusedInReplay();
  if (refused?.ok === false) {
    tell({ status: 'failed', error: refused.error });
    return () => {};
  }
  const stop = link().stream(
    (engine) => engine.upload(file),
    (state) => {
      if (state.status !== 'sending') stop();
      tell(state);
    },
  );
  return stop;
}
