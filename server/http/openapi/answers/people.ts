import * as v from 'valibot';
import { list, nothing, oneOf, text, time, whole } from './parts.ts';

const user = v.strictObject({
  uid: whole('number of the account', 1),
  email: text('empty without one'),
  phone: text('empty without one'),
  area_code: v.exactOptional(text("the phone's dialling code")),
  is_demo: oneOf('1 demo', 0, 1),
  invite_code: text('what friends register with'),
});

const session = v.strictObject({
  id: text('names it for `endSession`; not its token'),
  device: text('browser and system'),
  created_at: time('when it was signed in'),
  seen_at: time('when it last called'),
  is_current: oneOf('1: the one that asks', 0, 1),
});

const review = v.strictObject({
  review_status: whole('0 not submitted or sent back, 1 waiting, else finished'),
  remark: text('why the last papers were sent back; else empty'),
});

export const peopleShapes = { User: user, Session: session, Review: review };

export const peopleAnswers = {
  getCaptcha: v.strictObject({
    id: text('sent back as `key`'),
    b64s: v.pipe(v.string(), v.startsWith('data:image/'), v.description('data URL of a picture')),
  }),
  sendEmailCode: nothing,
  sendSmsCode: nothing,
  register: nothing,
  forgetPassword: nothing,
  amendPassword: nothing,
  createDemoAccount: v.strictObject({ demo_id: text('signs in to the new account') }),
  login: v.strictObject({ token: text('goes into the `authorization` header as it is'), user }),
  logout: nothing,
  getUser: user,
  getSessions: list(session),
  endSession: nothing,
  getReview: review,
  submitRealName: review,
  uploadImage: v.strictObject({ url: text('address of the picture, for the calls that want one') }),
};
