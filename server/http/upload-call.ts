import { type AnswerOf, ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import type { Result } from '../../shared/result.ts';
import type { Session } from '../accounts/accounts.ts';
import { admit, type Call, type Services } from './call.ts';

type UploadName = {
  [N in RouteName]: (typeof ROUTES)[N] extends { readonly body: 'multipart'; readonly session: true }
    ? N
    : never;
}[RouteName];

export const takesFile = (name: RouteName): boolean => 'body' in ROUTES[name];

/** Binds a call that takes one file. The session is looked at first: nobody's body is read without one. */
export function uploadCall<N extends UploadName>(
  name: N,
  work: (
    services: Services,
    /** The file's bytes, asked for once. */
    read: () => Promise<Result<Uint8Array>>,
    session: Session,
  ) => Promise<Result<AnswerOf<N>>>,
): Call<N> {
  return {
    name,
    fields: {},
    async run(services, { token, readFile }) {
      const session = await admit(services, name, token);
      if (!session.ok) return session;
      // `admit` gives a session for every route that asks for one, as all of these do.
      return work(services, readFile, session.value as Session);
    },
  };
}
