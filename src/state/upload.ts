import type { UploadState } from '../../shared/bridge/worker-api.ts';
import type { BinaryPart } from '../../shared/contract/parameter.ts';
import { link } from './link.ts';
import { refusedInReplay } from './replay-source.ts';

/** Shrinks and uploads an image; reports progress until `done` or `failed`. Returns cancel. */
export function uploadPicture(file: BinaryPart, report: (state: UploadState) => void): () => void {
  const refused = refusedInReplay();
  if (refused?.ok === false) {
    report({ status: 'failed', error: refused.error });
    return () => {};
  }
  const stop = link().stream(
    (engine) => engine.upload(file),
    (state) => {
      if (state.status !== 'sending') stop();
      report(state);
    },
  );
  return stop;
}
