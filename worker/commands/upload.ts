import { Observable } from 'rxjs';
import type { UploadState } from '../../shared/bridge/worker-api.ts';
import { UPLOAD_DEADLINE_MS, UPLOAD_MAX_SIDE_PX } from '../../shared/limits.ts';
import { LOCAL_CODE, refusal } from '../../shared/result.ts';
import type { Env } from '../env.ts';
import { type Http, refusalOf } from '../http.ts';
import { decoded } from '../loader.ts';

/**
 * Shrinks and sends a picture and reports its progress. Ends with `done` or `failed`; unsubscribing cancels
 * it.
 */
export function upload(env: Env, http: Http, file: Blob): Observable<UploadState> {
  return new Observable((subscriber) => {
    const abort = new AbortController();
    subscriber.next({ status: 'sending', part: 0 });
    const run = async (): Promise<UploadState> => {
      const picture = await env.shrink(file, UPLOAD_MAX_SIDE_PX);
      if (picture === undefined) return { status: 'failed', error: refusal(LOCAL_CODE.notAPicture) };
      const reply = await http.upload('uploadImage', picture, {
        deadlineMs: UPLOAD_DEADLINE_MS,
        signal: abort.signal,
        onPart: (part) => subscriber.next({ status: 'sending', part }),
      });
      const answer = decoded(reply, http.decoder('uploadImage'));
      return answer.ok
        ? { status: 'done', url: answer.value.url }
        : { status: 'failed', error: refusalOf(answer.error) };
    };
    run().then(
      (end) => {
        subscriber.next(end);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
    return () => abort.abort();
  });
}
