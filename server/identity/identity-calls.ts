import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Files } from '../files/files.ts';
import type { Identity } from './identity.ts';

interface IdentityCallDeps {
  readonly files: Files;
  readonly identity: Identity;
}

export const identityCalls = ({
  files,
  identity,
}: IdentityCallDeps): Calls<'uploadImage' | 'getReview' | 'submitRealName'> => ({
  async uploadImage({ file }, { session: { accountId, user } }) {
    const url = await files.store({ accountId, isDemo: user.is_demo === 1 }, file);
    return url.ok ? ok({ url: url.value }) : url;
  },
  getReview: async (_, { session }) => ok(await identity.review(session.accountId)),
  submitRealName: ({ name, card_id, front_pic, reverse_pic }, { session }) =>
    identity.submit(session.accountId, {
      name,
      cardId: card_id,
      frontUrl: front_pic,
      reverseUrl: reverse_pic,
    }),
});
