import type { WireReview, WireSession, WireUser } from '../wire-people.ts';
import type { None } from './none.ts';

/** A file as every platform's `Blob` has it. */
export interface BinaryPart {
  readonly size: number;
  readonly type: string;
}

/** 1 e-mail, 2 mobile: of an account, and of the way a code is sent. */
type Channel = 1 | 2;

/** A captcha's id and its typed answer, where `verify_reg_type` is 2. */
interface Solved {
  readonly key?: string;
  readonly sms_code?: string;
}

interface SendCode extends Solved {
  readonly to: string;
  /** Of a phone: its country's id in the area list. */
  readonly area_id?: number;
  /** What the code is good for: 1 register, 2 a new password. */
  readonly type: 1 | 2;
}

export interface PeopleCalls {
  getCaptcha: {
    request: { readonly token: string };
    /** `b64s`: a data URL of a picture. */
    answer: { readonly id: string; readonly b64s: string };
  };
  sendEmailCode: { request: SendCode; answer: null };
  sendSmsCode: { request: SendCode; answer: null };
  register: {
    request: {
      readonly type: Channel;
      readonly area_id?: number;
      readonly account: string;
      readonly password: string;
      readonly re_password: string;
      readonly invite_code?: string;
      /** The code that was sent; the captcha's answer where `verify_reg_type` is 2. */
      readonly sms_code: string;
      readonly key?: string;
      /** A phone beside the e-mail account, where the setting shows that part. */
      readonly mobile?: string;
    };
    answer: null;
  };
  forgetPassword: {
    request: {
      readonly type: Channel;
      readonly account: string;
      readonly area_id?: number;
      readonly new_password: string;
      readonly secondary_password: string;
      readonly auth_code: string;
    };
    answer: null;
  };
  /** With a code that was sent to the account, or its present password. Ends all other sessions. */
  amendPassword: {
    request: {
      readonly new_password: string;
      readonly auth_code?: string;
      readonly type?: Channel;
      readonly old_password?: string;
    };
    answer: null;
  };
  createDemoAccount: { request: None; answer: { readonly demo_id: string } };
  login: {
    request:
      | { readonly demo_id: string }
      | {
          readonly account: string;
          readonly password: string;
          readonly login_type: Channel;
          readonly area_id?: number;
        };
    answer: { readonly token: string; readonly user: WireUser };
  };
  logout: { request: None; answer: null };
  getUser: { request: None; answer: WireUser };
  getSessions: { request: None; answer: { readonly list: readonly WireSession[] } };
  endSession: { request: { readonly id: string }; answer: null };
  getReview: { request: None; answer: WireReview };
  submitRealName: {
    request: {
      readonly name: string;
      readonly card_id: string;
      /** Addresses that an upload answered with. */
      readonly front_pic: string;
      readonly reverse_pic: string;
    };
    answer: WireReview;
  };
  /** Multipart: one part `file`. */
  uploadImage: { request: { readonly file: BinaryPart }; answer: { readonly url: string } };
}
