import * as param from './parameter.ts';
import { PROOF } from './proof.ts';
import {
  as,
  type Domain,
  flag,
  type Infer,
  listed,
  named,
  nothing,
  object,
  optional,
  text,
  time,
  whole,
} from './schema.ts';

/** Registering, passwords, the devices of an account and its owner's papers. */

export type Session = Domain<typeof Session>;
export const Session = named(
  object({ id: text(), device: text(), created_at: time(), seen_at: time(), is_current: flag() }),
);

export type Review = Domain<typeof Review>;
export type WireReview = Infer<typeof Review>;
export const Review = named(object({ review_status: as('status', whole()), remark: text() }));

/** Bounds against abuse; the rules are the exchange's. */
const CONTACT = param.text(1, 254);
const PASSWORD = param.text(1, 4_096);
const NEW_PASSWORD = as('password', PASSWORD);
const REPEATED = as('repeated', PASSWORD);
const CODE = as('code', param.text(1, 16));
const KEY = as('captchaId', param.blank(param.text(0, 64)));
const PAPER = param.text(1, 256);
const PICTURE = param.text(1, 512);
/** 1 e-mail, 2 mobile: of an account, and of the way a code is sent. */
const CHANNEL = as('channel', param.choice(1, 2));
const AREA_ID = param.blank(param.integer(1, 999_999));

const SEND_CODE = {
  to: CONTACT,
  area_id: AREA_ID,
  /** 1 register, 2 a new password. */
  type: as('purpose', param.choice(1, 2)),
  key: KEY,
  sms_code: as('captcha', param.blank(param.text(0, 16))),
};

export const peopleRoutes = {
  getCaptcha: {
    method: 'GET',
    path: '/api/captcha/:token',
    request: { token: param.like(/^[A-Za-z0-9_-]{16,64}$/) },
    answer: object({ id: text(), b64s: as('image', text('^data:image/')) }),
  },
  sendEmailCode: { method: 'POST', path: '/api/notify/send_email', request: SEND_CODE, answer: nothing() },
  sendSmsCode: { method: 'POST', path: '/api/notify/send_sms', request: SEND_CODE, answer: nothing() },
  register: {
    method: 'POST',
    path: '/api/user/register',
    request: {
      type: CHANNEL,
      area_id: AREA_ID,
      account: CONTACT,
      password: PASSWORD,
      re_password: REPEATED,
      invite_code: param.blank(param.text(0, 32)),
      sms_code: CODE,
      key: KEY,
      mobile: param.blank(param.text(0, 254)),
    },
    answer: nothing(),
  },
  forgetPassword: {
    method: 'POST',
    path: '/api/user/forget_password',
    request: {
      type: CHANNEL,
      account: CONTACT,
      area_id: AREA_ID,
      new_password: NEW_PASSWORD,
      secondary_password: REPEATED,
      auth_code: CODE,
    },
    answer: nothing(),
  },
  amendPassword: {
    method: 'POST',
    path: '/api/user/amend_password',
    session: true,
    real: true,
    request: {
      new_password: NEW_PASSWORD,
      auth_code: as('code', param.blank(param.text(0, 16))),
      type: optional(CHANNEL),
      old_password: param.blank(param.text(0, 4_096)),
      ...PROOF,
    },
    answer: nothing(),
  },
  getSessions: { method: 'GET', path: '/api/user/sessions', session: true, answer: listed(Session) },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions',
    session: true,
    request: { id: param.text(1, 64) },
    answer: nothing(),
  },
  getReview: { method: 'GET', path: '/api/user_real/center', session: true, real: true, answer: Review },
  submitRealName: {
    method: 'POST',
    path: '/api/user_real/real_name',
    session: true,
    real: true,
    request: {
      name: PAPER,
      card_id: PAPER,
      front_pic: as('front', PICTURE),
      reverse_pic: as('back', PICTURE),
    },
    answer: Review,
  },
  uploadImage: {
    method: 'POST',
    path: '/api/common/image_upload',
    session: true,
    body: 'multipart',
    request: { file: param.file() },
    answer: object({ url: text() }),
  },
} as const;
