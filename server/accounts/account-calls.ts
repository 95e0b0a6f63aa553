import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { ValuesOf } from '../../shared/contract/parameter.ts';
import type { peopleRoutes } from '../../shared/contract/people.ts';
import type { ParametersOf } from '../../shared/contract/routes.ts';
import type { sessionRoutes } from '../../shared/contract/session.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { areasServed } from '../areas.ts';
import type { Calls } from '../call.ts';
import type { Config } from '../config/config.ts';
import { type Contact, parseEmail, parsePhone } from '../contact.ts';
import { badField } from '../refusals.ts';
import type { Verification } from '../verification/verification.ts';
import type { Visitor } from '../visitor.ts';
import type { Accounts } from './accounts.ts';
import type { Membership } from './membership.ts';
import { readProof } from './read-proof.ts';

type PeopleRoute = keyof typeof sessionRoutes | keyof typeof peopleRoutes;
type IdentityRoute = 'uploadImage' | 'getReview' | 'submitRealName';
type SessionRoute = keyof typeof sessionRoutes | 'getSessions' | 'endSession';

interface AccountCallDeps {
  readonly accounts: Accounts;
  readonly membership: Membership;
  readonly verification: Verification;
  readonly config: Pick<Config, 'site'>;
}

/**
 * The calls that open, log into and log out of accounts. The contract bounds the texts; accounts and
 * membership apply the rules.
 */
export const accountCalls = (deps: AccountCallDeps): Calls<Exclude<PeopleRoute, IdentityRoute>> => ({
  ...memberCalls(deps),
  ...sessionCalls(deps),
});

const memberCalls = ({
  membership,
  verification,
  config,
}: AccountCallDeps): Calls<Exclude<PeopleRoute, IdentityRoute | SessionRoute>> => ({
  async getCaptcha({ token }) {
    const { id, picture } = await verification.captcha(token);
    return ok({ id, b64s: picture });
  },

  sendEmailCode: (values, { language, visitor }) =>
    sendCode({ verification, config }, 'email', values, language, visitor),

  sendSmsCode: (values, { language, visitor }) =>
    sendCode({ verification, config }, 'phone', values, language, visitor),

  async register(values, { visitor }) {
    const { account, area_id, mobile } = values;
    const contact = contactOf(config, kindOf(values.type), account, area_id, 'account');
    if (!contact.ok) return contact;
    const phone =
      mobile === undefined ? ok(undefined) : contactOf(config, 'phone', mobile, area_id, 'mobile');
    if (!phone.ok) return phone;
    const wanted = {
      contact: contact.value,
      phone: phone.value?.kind === 'phone' ? phone.value : undefined,
      password: values.password,
      repeated: values.re_password,
      inviteCode: values.invite_code?.trim().toUpperCase(),
      code: values.sms_code,
      captchaId: values.key,
    };
    return membership.register(wanted, visitor);
  },

  async forgetPassword(values, { visitor }) {
    const contact = contactOf(config, kindOf(values.type), values.account, values.area_id, 'account');
    if (!contact.ok) return contact;
    const wanted = {
      contact: contact.value,
      password: values.new_password,
      repeated: values.secondary_password,
      code: values.auth_code,
    };
    return membership.forgetPassword(wanted, visitor);
  },

  amendPassword: ({ new_password, auth_code, type, old_password, ...proof }, { session, visitor }) => {
    const wanted = {
      password: new_password,
      old: old_password,
      code: auth_code,
      channel: type && kindOf(type),
      proof: readProof(proof),
    };
    return membership.amendPassword(session, wanted, visitor);
  },
});

const sessionCalls = ({ accounts, config }: AccountCallDeps): Calls<SessionRoute> => ({
  async createDemoAccount() {
    const { demoId } = await accounts.createDemo();
    return ok({ demo_id: demoId });
  },

  /** Either a demo id alone, or a contact with its password and kind. */
  async login({ demo_id, account, password, login_type, area_id, ...proof }, { visitor }) {
    if (demo_id !== undefined) {
      const others = { account, password, login_type, area_id };
      const surplus = Object.entries(others).find(([, value]) => value !== undefined);
      return surplus ? badField(surplus[0]) : accounts.loginDemo(demo_id, visitor);
    }
    if (account === undefined) return badField('account');
    if (password === undefined) return badField('password');
    if (login_type === undefined) return badField('login_type');
    const found = readContact(kindOf(login_type), account, area_id, config.site);
    // No account has such a name: refuse as for any wrong name.
    if ('wrong' in found) return err(refusal(CODE.wrongCredentials));
    return accounts.login(found.contact, password, visitor, readProof(proof));
  },

  async logout(_, { session, visitor }) {
    await accounts.logout(session, visitor);
    return ok(null);
  },

  getUser: (_, { session }) => ok(session.user),

  async getSessions(_, { session }) {
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
  },

  endSession: ({ id }, { session, visitor }) => accounts.endSessionOf(session, id, visitor),
});

const kindOf = (type: 1 | 2): Contact['kind'] => (type === 1 ? 'email' : 'phone');

async function sendCode(
  { verification, config }: Pick<AccountCallDeps, 'verification' | 'config'>,
  kind: Contact['kind'],
  { to, area_id, type, key, sms_code }: ValuesOf<ParametersOf<'sendEmailCode'>>,
  language: Language,
  { address }: Visitor,
): Promise<Result<null>> {
  const contact = contactOf(config, kind, to, area_id, 'to');
  if (!contact.ok) return contact;
  return verification.send({
    contact: contact.value,
    purpose: type === 1 ? 'register' : 'password',
    solution: { id: key, answer: sms_code },
    language,
    address,
  });
}

/** @param field the parameter that carried the contact */
function contactOf(
  { site }: AccountCallDeps['config'],
  kind: Contact['kind'],
  typed: string,
  area: number | undefined,
  field: string,
): Result<Contact> {
  const found = readContact(kind, typed, area, site);
  if ('contact' in found) return ok(found.contact);
  return badField(found.wrong === 'area' ? 'area_id' : field);
}

/** @returns the contact, or the name of the wrong parameter: a phone may lack its country */
function readContact(
  kind: Contact['kind'],
  typed: string,
  area: number | undefined,
  site: Pick<Config['site'], 'blockedCountries'>,
): { readonly contact: Contact } | { readonly wrong: 'contact' | 'area' } {
  if (kind === 'email') {
    const email = parseEmail(typed);
    return email ? { contact: email } : { wrong: 'contact' };
  }
  const areas = areasServed(site.blockedCountries);
  const phone = parsePhone(typed, areas, area);
  if (phone) return { contact: phone };
  const isPlaced = typed.trim().startsWith('+') || areas.some(({ id }) => id === area);
  return { wrong: isPlaced ? 'contact' : 'area' };
}
