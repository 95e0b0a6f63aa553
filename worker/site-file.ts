import type { CODE } from '../shared/contract/codes.ts';
import type { LOCAL_CODE, Result } from '../shared/result.ts';

const NOT_FOUND = 4004 satisfies typeof CODE.notFound;
const OFFLINE = -1 satisfies typeof LOCAL_CODE.offline;

/** A file that this site was asked for. */
export async function siteFile(answer: Promise<Response>): Promise<Result<Blob>> {
  try {
    const response = await answer;
    // A path that nobody knows is answered with the app's page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    return response.ok && !isPage ? { ok: true, value: await response.blob() } : refused(NOT_FOUND);
  } catch {
    return refused(OFFLINE);
  }
}

const refused = (code: number): Result<never> => ({ ok: false, error: { code, message: '' } });
