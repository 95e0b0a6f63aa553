import { ok } from '../../shared/result.ts';
import { call } from '../http/call.ts';
import { text } from '../http/fields.ts';
import { uploadCall } from '../http/upload-call.ts';

/** Bounds against abuse, not rules: the identity room has the rules. */
const MAX_TEXT_LENGTH = 256;
const MAX_URL_LENGTH = 512;

export const identityCalls = {
  uploadImage: uploadCall('uploadImage', async ({ files }, read, { accountId, user }) => {
    const url = await files.store({ accountId, isDemo: user.is_demo === 1 }, read);
    return url.ok ? ok({ url: url.value }) : url;
  }),

  getReview: call('getReview', {}, async ({ identity }, _values, { session }) =>
    ok(await identity.review(session.accountId)),
  ),

  submitRealName: call(
    'submitRealName',
    {
      name: text(1, MAX_TEXT_LENGTH),
      card_id: text(1, MAX_TEXT_LENGTH),
      front_pic: text(1, MAX_URL_LENGTH),
      reverse_pic: text(1, MAX_URL_LENGTH),
    },
    ({ identity }, { name, card_id, front_pic, reverse_pic }, { session }) =>
      identity.submit(session.accountId, {
        name,
        cardId: card_id,
        frontUrl: front_pic,
        reverseUrl: reverse_pic,
      }),
  ),
};
