import { type peopleRoutes, Review, Session } from '../../../../shared/contract/people.ts';
import { type sessionRoutes, User } from '../../../../shared/contract/session.ts';
import { type CallWords, FACTOR_WORDS, shape } from './words.ts';

const CAPTCHA = 'id of a captcha, where `verify_reg_type` is 2';
const AREA = "of a phone: `id` of its country's dialling code";

const SENT_CODE = {
  to: 'e-mail address or phone number',
  area_id: AREA,
  type: 'what the code is good for: 1 register, 2 a new password',
  key: 'id of a captcha, where one is asked for',
  sms_code: "the captcha's answer",
};
const SENDING =
  'The code has 6 digits and is good for 10 minutes, once, for this address and use. 60 seconds must pass before the ' +
  'next one. Whether there is an account can not be seen from the answer. Where `verify_reg_type` is 2, and after three ' +
  'codes within an hour from one network address (the operator may set another number), a captcha is needed: without it the ' +
  'answer is 4000 with `data.field` `key`. Further codes within the hour get 4029.';

export const peopleCalls: CallWords<keyof typeof sessionRoutes | keyof typeof peopleRoutes> = {
  getCaptcha: {
    summary: 'A picture with letters to type, good for one answer',
    parameters: { token: "16-64 letters, digits, `_` or `-` of the client's choosing" },
    answer: { id: 'sent back as `key`', b64s: 'data URL of a picture' },
  },
  sendEmailCode: {
    summary: 'Sends a code by e-mail',
    text: SENDING,
    parameters: SENT_CODE,
    refusals: ['wrongCredentials', 'tooMany'],
  },
  sendSmsCode: {
    summary: 'Sends a code to a phone',
    text: SENDING,
    parameters: SENT_CODE,
    refusals: ['wrongCredentials', 'tooMany'],
  },
  register: {
    summary: 'Opens an account',
    text:
      'Sign in with `login` afterwards. An address that has an account already is refused like a wrong code; its owner gets a ' +
      'letter that says so.',
    parameters: {
      type: '1 e-mail, 2 mobile',
      area_id: AREA,
      account: 'e-mail address or phone number',
      password: '8 characters or more',
      re_password: 'the same again',
      invite_code: 'of the friend who invited',
      sms_code: "the code that was sent; the captcha's answer where `verify_reg_type` is 2",
      key: CAPTCHA,
      mobile: 'a phone beside the e-mail account, where `is_show_mobile` is 1 or 3',
    },
    refusals: ['wrongCredentials'],
  },
  forgetPassword: {
    summary: 'A new password by a code that was sent',
    text: 'Ends all sessions of the account.',
    parameters: {
      type: '1 e-mail, 2 mobile',
      account: 'e-mail address or phone number',
      area_id: AREA,
      new_password: '8 characters or more',
      secondary_password: 'the same again',
      auth_code: 'the code that was sent',
    },
    refusals: ['wrongCredentials'],
  },
  amendPassword: {
    summary: 'Changes the password',
    text: 'With a code that was sent to the account, or with the present password. Ends all other sessions.',
    parameters: {
      new_password: '8 characters or more',
      auth_code: 'the code that was sent, with `type`',
      type: 'where the code was sent: 1 e-mail, 2 mobile',
      old_password: 'the present password, instead of a code',
      ...FACTOR_WORDS,
    },
    refusals: ['wrongCredentials', 'tooMany', 'factorNeeded'],
  },
  createDemoAccount: {
    summary: 'Opens an account with play money',
    text: 'Sign in with `login` and the `demo_id`.',
    answer: { demo_id: 'signs in to the new account' },
  },
  login: {
    summary: 'Signs in',
    text:
      'Either `demo_id` alone, or `account`, `password` and `login_type`. A refusal never says which half was wrong; ' +
      'after too many wrong passwords the answer is 4029.',
    parameters: {
      demo_id: 'of a demo account',
      account: 'e-mail address or phone number',
      password: 'its password',
      login_type: '1 e-mail, 2 mobile',
      area_id: AREA,
      ...FACTOR_WORDS,
    },
    refusals: ['wrongCredentials', 'restricted', 'tooMany', 'factorNeeded'],
    answer: { token: 'goes into the `authorization` header as it is' },
  },
  logout: {
    summary: 'Ends the session',
    text: 'Its socket loses the private topics within a second.',
  },
  getUser: { summary: 'Who is signed in' },
  getSessions: { summary: 'Where the account is signed in' },
  endSession: {
    summary: 'Ends the session of another device',
    parameters: { id: '`id` of the session in `getSessions`' },
    refusals: ['notFound'],
  },
  getReview: { summary: 'How far the real-name verification is' },
  submitRealName: {
    summary: 'Hands in papers for the real-name verification',
    text: 'Possible while `review_status` is 0.',
    parameters: {
      name: 'as in the papers',
      card_id: 'number of the passport or identity card',
      front_pic: 'address of a picture, from `uploadImage`',
      reverse_pic: 'address of a picture, from `uploadImage`',
    },
    refusals: ['conflict'],
  },
  uploadImage: {
    summary: 'Stores a picture',
    text:
      'Multipart with one part `file`: JPEG, PNG, WebP, GIF or AVIF, at most 10 MB and 40 megapixels (progressive or interlaced, WebP and GIF 12.5, AVIF 8). It is encoded again without ' +
      'its metadata. The address shows it for 15 minutes; the calls that want one take it later as well.',
    parameters: { file: 'the picture' },
    refusals: ['tooMany'],
    answer: { url: 'address of the picture, for the calls that want one' },
  },
};

export const peopleShapes = {
  User: shape(User, {
    uid: 'number of the account',
    email: 'empty without one',
    phone: 'empty without one',
    area_code: "the phone's dialling code",
    is_demo: '1 demo',
    invite_code: 'what friends register with',
  }),
  Session: shape(Session, {
    id: 'names it for `endSession`; not its token',
    device: 'browser and system',
    created_at: 'when it was signed in',
    seen_at: 'when it last called',
    is_current: '1: the one that asks',
  }),
  Review: shape(Review, {
    review_status: '0 not submitted or sent back, 1 waiting, else finished',
    remark: 'why the last papers were sent back; else empty',
  }),
};
