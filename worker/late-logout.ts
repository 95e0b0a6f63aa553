import type { CODE } from '../shared/contract/codes.ts';
import type { sessionRoutes } from '../shared/contract/session.ts';
import type { Result } from '../shared/result.ts';

/* Only their types: an object that this file imports would stand as a whole in the worker's first file. */
const PATH = '/api/user/logout' satisfies typeof sessionRoutes.logout.path;
const SESSION_EXPIRED = 999 satisfies typeof CODE.sessionExpired;

/** The part of the engine that this needs. */
interface Caller {
  readonly http: { external(url: string, init: RequestInit): Promise<Result<unknown, object>> };
  readonly settings: { readonly apiBase: string };
}

/** Ends a session at the exchange. The result: whether it has ended, maybe by itself. */
export async function lateLogout({ http, settings }: Caller, token: string): Promise<Result<boolean>> {
  const answer = await http.external(settings.apiBase + PATH, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(),
  });
  const value = answer.ok || ('code' in answer.error && answer.error.code === SESSION_EXPIRED);
  return { ok: true, value };
}
