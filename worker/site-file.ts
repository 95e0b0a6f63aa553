import { CODE } from '../shared/contract/codes.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../shared/result.ts';

/** A file that this site was asked for. */
export async function siteFile(answer: Promise<Response>): Promise<Result<Blob>> {
  try {
    const response = await answer;
    // A path that nobody knows is answered with the app's page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    return response.ok && !isPage ? ok(await response.blob()) : err(refusal(CODE.notFound));
  } catch {
    return err(refusal(LOCAL_CODE.offline));
  }
}
