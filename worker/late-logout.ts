import { CODE } from '../shared/contract/codes.ts';
import { sessionRoutes } from '../shared/contract/session.ts';
import { ok, type Result } from '../shared/result.ts';

/** The part of the engine that this needs. */
interface Caller {
  readonly http: { external(url: string, init: RequestInit): Promise<Result<unknown, object>> };
  readonly settings: { readonly apiBase: string };
}

/** Ends a session at the exchange. The result: whether it has ended, maybe by itself. */
export async function lateLogout({ http, settings }: Caller, token: string): Promise<Result<boolean>> {
  const answer = await http.external(settings.apiBase + sessionRoutes.logout.path, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(),
  });
  return ok(answer.ok || ('code' in answer.error && answer.error.code === CODE.sessionExpired));
}
