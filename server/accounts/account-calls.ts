import * as v from 'valibot';
import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { badParameter, call, type Services } from '../http/call.ts';
import { choice, maybe, text } from '../http/fields.ts';
import { areaId, blank, MAX_CONTACT_LENGTH, readContact } from './account-fields.ts';
import type { Visitor } from './accounts.ts';
import type { Contact } from './contact.ts';

/** Bounds against abuse, not rules: the rooms have the rules. */
const MAX_PASSWORD_LENGTH = 4_096;
const MAX_CODE_LENGTH = 16;
const MAX_KEY_LENGTH = 64;
const MAX_INVITE_LENGTH = 32;
const MAX_DEMO_ID_LENGTH = 128;
const CAPTCHA_TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

const contactText = () => text(1, MAX_CONTACT_LENGTH);
const password = () => text(1, MAX_PASSWORD_LENGTH);
const channel = () => choice(['1', '2']);
const kindOf = (type: '1' | '2'): Contact['kind'] => (type === '1' ? 'email' : 'phone');

const sendFields = () => ({
  to: contactText(),
  area_id: maybe(areaId()),
  type: choice(['1', '2']),
  key: maybe(blank(MAX_KEY_LENGTH)),
  sms_code: maybe(blank(MAX_CODE_LENGTH)),
});

export const peopleCalls = {
  getCaptcha: call(
    'getCaptcha',
    { token: v.pipe(v.string(), v.regex(CAPTCHA_TOKEN)) },
    async ({ verification }, { token }) => {
      const { id, picture } = await verification.captcha(token);
      return ok({ id, b64s: picture });
    },
  ),

  sendEmailCode: call('sendEmailCode', sendFields(), (services, values, { language, visitor }) =>
    sendCode(services, 'email', values, language, visitor),
  ),

  sendSmsCode: call('sendSmsCode', sendFields(), (services, values, { language, visitor }) =>
    sendCode(services, 'phone', values, language, visitor),
  ),

  register: call(
    'register',
    {
      type: channel(),
      area_id: maybe(areaId()),
      account: contactText(),
      password: password(),
      re_password: password(),
      invite_code: maybe(blank(MAX_INVITE_LENGTH)),
      sms_code: text(1, MAX_CODE_LENGTH),
      key: maybe(blank(MAX_KEY_LENGTH)),
      mobile: maybe(blank(MAX_CONTACT_LENGTH)),
    },
    async ({ membership, config }, values) => {
      const { account, area_id, mobile } = values;
      const contact = contactOf(config, kindOf(values.type), account, area_id, 'account');
      if (!contact.ok) return contact;
      const phone =
        mobile === undefined ? ok(undefined) : contactOf(config, 'phone', mobile, area_id, 'mobile');
      if (!phone.ok) return phone;
      return membership.register({
        contact: contact.value,
        phone: phone.value?.kind === 'phone' ? phone.value : undefined,
        password: values.password,
        repeated: values.re_password,
        inviteCode: values.invite_code?.trim().toUpperCase(),
        code: values.sms_code,
        captchaId: values.key,
      });
    },
  ),

  forgetPassword: call(
    'forgetPassword',
    {
      type: channel(),
      account: contactText(),
      area_id: maybe(areaId()),
      new_password: password(),
      secondary_password: password(),
      auth_code: text(1, MAX_CODE_LENGTH),
    },
    async ({ membership, config }, values) => {
      const contact = contactOf(config, kindOf(values.type), values.account, values.area_id, 'account');
      if (!contact.ok) return contact;
      return membership.forgetPassword({
        contact: contact.value,
        password: values.new_password,
        repeated: values.secondary_password,
        code: values.auth_code,
      });
    },
  ),

  amendPassword: call(
    'amendPassword',
    {
      new_password: password(),
      auth_code: maybe(blank(MAX_CODE_LENGTH)),
      type: maybe(channel()),
      old_password: maybe(blank(MAX_PASSWORD_LENGTH)),
    },
    ({ membership }, { new_password, auth_code, type, old_password }, { session }) =>
      membership.amendPassword(session, {
        password: new_password,
        old: old_password,
        code: auth_code,
        channel: type && kindOf(type),
      }),
  ),

  createDemoAccount: call('createDemoAccount', {}, async ({ accounts }) => {
    const { demoId } = await accounts.createDemo();
    return ok({ demo_id: demoId });
  }),

  /** Either a demo id alone, or an account with its password and kind. */
  login: call(
    'login',
    {
      demo_id: maybe(text(1, MAX_DEMO_ID_LENGTH)),
      account: maybe(contactText()),
      password: maybe(password()),
      login_type: maybe(channel()),
      area_id: maybe(areaId()),
    },
    async ({ accounts, config }, { demo_id, account, password, login_type, area_id }, { visitor }) => {
      if (demo_id !== undefined) {
        const others = { account, password, login_type, area_id };
        const surplus = Object.entries(others).find(([, value]) => value !== undefined);
        return surplus ? badParameter(surplus[0]) : accounts.loginDemo(demo_id, visitor);
      }
      if (account === undefined) return badParameter('account');
      if (password === undefined) return badParameter('password');
      if (login_type === undefined) return badParameter('login_type');
      const found = readContact(kindOf(login_type), account, area_id, config.site);
      // Nobody is called so: refused like any wrong name.
      if ('wrong' in found) return err(refusal(CODE.wrongCredentials));
      return accounts.login(found.contact, password, visitor);
    },
  ),

  logout: call('logout', {}, async ({ accounts }, _values, { session }) => {
    await accounts.logout(session);
    return ok(null);
  }),

  getUser: call('getUser', {}, (_services, _values, { session }) => ok(session.user)),

  getSessions: call('getSessions', {}, async ({ accounts }, _values, { session }) => {
    const list = await accounts.sessions(session);
    return ok({
      list: list.map(({ publicId, device, createdAt, seenAt, isCurrent }) => ({
        id: publicId,
        device,
        created_at: new Date(createdAt).toISOString(),
        seen_at: new Date(seenAt).toISOString(),
        is_current: isCurrent ? 1 : 0,
      })),
    });
  }),

  endSession: call('endSession', { id: text(1, MAX_KEY_LENGTH) }, ({ accounts }, { id }, { session }) =>
    accounts.endSessionOf(session, id),
  ),
};

interface SendValues {
  readonly to: string;
  readonly area_id?: number | undefined;
  readonly type: '1' | '2';
  readonly key?: string | undefined;
  readonly sms_code?: string | undefined;
}

async function sendCode(
  { verification, config }: Services,
  kind: Contact['kind'],
  { to, area_id, type, key, sms_code }: SendValues,
  language: Language,
  { address }: Visitor,
): Promise<Result<null>> {
  const contact = contactOf(config, kind, to, area_id, 'to');
  if (!contact.ok) return contact;
  return verification.send({
    contact: contact.value,
    purpose: type === '1' ? 'register' : 'password',
    solution: { id: key, answer: sms_code },
    language,
    address,
  });
}

/** @param field what the contact was given as */
function contactOf(
  { site }: Services['config'],
  kind: Contact['kind'],
  typed: string,
  area: number | undefined,
  field: string,
): Result<Contact> {
  const found = readContact(kind, typed, area, site);
  if ('contact' in found) return ok(found.contact);
  return badParameter(found.wrong === 'area' ? 'area_id' : field);
}
