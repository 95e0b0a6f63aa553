import { expect } from 'vitest';
import type { OperatorAnswer } from '../../../../server/resource.ts';
import { factorRoutes } from '../../../../shared/contract/factors.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../../../shared/contract/routes.ts';
import { good } from '../../../helpers/dealing.ts';
import { operatorOf } from '../../../helpers/operator.ts';
import { jpeg } from '../../files/pictures.ts';
import { type Answer, type Ask, form, type HttpFixture, patiently, startHttp } from '../../http-fixture.ts';

export type Fields = Readonly<Record<string, string>>;

/** A request; `token` if it differs from the route's usual one. */
interface Request {
  readonly fields: Fields;
  readonly token?: string;
}

/** A call under test: a factory of valid requests, and a check of the answer. */
export interface Entry {
  request(ground: Ground): Promise<Request> | Request;
  check(answer: Answer): void;
  /** Parameters that name an object of the user: a stranger's request with them is answered like one with `absent`. */
  readonly owned?: Readonly<Record<string, string>>;
}

export interface Member {
  readonly account: string;
  readonly password: string;
  readonly token: string;
}

/** A running exchange, as the walk reaches it. */
export interface Place {
  /** Sends a call to a process that answers it. */
  ask(name: RouteName, path: string, how: Ask): Promise<Answer>;
  /** `DATA_DIR` of a process that takes the operator's steps. */
  readonly operatorsDir: string;
  /** Opens an account for real money. Default: it is registered, with a code from the outbox. */
  readonly openAccount?: (email: string, password: string) => Promise<void>;
}

/** A running exchange with the objects that the calls need. */
export interface Ground {
  readonly demo: string;
  readonly real: Member;
  readonly eurusd: string;
  /** Sends a call; `token` undefined: without one. A file goes as `file` in Base64. */
  send(
    name: RouteName,
    fields: Fields | string,
    token: string | undefined,
    headers?: Fields,
  ): Promise<Answer>;
  /** A new demo account's token. */
  enter(): Promise<string>;
  newCid(): string;
  newAddress(): string;
  /** The code sent to an address; requests one first. */
  codeFor(to: string, type: '1' | '2'): Promise<string>;
  /** The code in the next letter to an address. */
  codeIn(to: string): Promise<string>;
  /** A separate real account. */
  newcomer(): Promise<Member>;
  /** A picture's address; the same picture each time, unless another is required. */
  upload(token: string, which?: 'another'): Promise<string>;
  operate(resource: string, verb: string, values?: Fields): Promise<OperatorAnswer>;
}

/** All in the process of the test. */
export interface HttpGround extends Ground {
  readonly http: HttpFixture;
  stop(): Promise<void>;
}

/** In all grounds: some are on the same exchange. */
let made = 0;

const PASSWORD = 'a long enough sentence 7';

export async function startGround(): Promise<HttpGround> {
  const http = await startHttp({ FAULTS: 'on' }, { log: () => {} });
  const ground = await groundOn({
    ask: (_, path, how) => http.ask(path, how),
    operatorsDir: http.dataDir,
    openAccount: async (email, password) =>
      void good(await http.accounts.createUser({ email: { kind: 'email', value: email }, password })),
  });
  return {
    ...ground,
    http,
    async stop() {
      await http.stop();
      expect(http.faults).toEqual([]);
    },
  };
}

/** @param place plays the market of `writeTape` */
export async function groundOn(place: Place): Promise<Ground> {
  const send: Ground['send'] = (name, fields, token, headers = {}) =>
    patiently(() => place.ask(name, ...asked(name, fields, token, headers)));

  async function operate(resource: string, verb: string, values: Fields = {}): Promise<OperatorAnswer> {
    const answer = await operatorOf(place.operatorsDir).ask(resource, verb, values);
    if (!answer.ok) throw new Error(answer.error.sentence);
    return answer.value;
  }

  async function codeFor(to: string, type: '1' | '2'): Promise<string> {
    const sent = await send('sendEmailCode', { to, type }, undefined);
    if (sent.code !== 1) throw new Error(`no code: ${sent.text}`);
    return codeIn(to);
  }

  const read = new Set<string>();
  async function codeIn(to: string): Promise<string> {
    for (;;) {
      const { rows } = await operate('outbox', 'list');
      const texts = rows.filter((row) => row['to'] === to).map((row) => String(row['text']));
      // Letters without a code tell the owner what happened.
      const code = texts.flatMap((text) => /\b[0-9]{6}\b/.exec(text)?.[0] ?? [])[0];
      const isNew = !read.has(`${to} ${code}`);
      if (code !== undefined && isNew) {
        read.add(`${to} ${code}`);
        return code;
      }
      // The letter leaves after the answer.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function newcomer(): Promise<Member> {
    const account = newAddress();
    const password = PASSWORD;
    if (place.openAccount === undefined) {
      const code = await codeFor(account, '1');
      const fields = { type: '1', account, password, re_password: password, sms_code: code };
      const registered = await send('register', fields, undefined);
      if (registered.code !== 1) throw new Error(`not registered: ${registered.text}`);
    } else await place.openAccount(account, password);
    const { code, data, text } = await send('login', { account, password, login_type: '1' }, undefined);
    if (code !== 1) throw new Error(`not logged in: ${text}`);
    // The next code would have to wait a minute.
    if (place.openAccount === undefined) await operate('users', 'unlock', { id: String(data.user.uid) });
    return { account, password, token: data.token };
  }

  const uploaded = new Map<string, string>();
  async function upload(token: string, which?: 'another'): Promise<string> {
    const known = uploaded.get(token);
    if (known !== undefined && which === undefined) return known;
    const stored = await send('uploadImage', { file: await picture() }, token);
    if (stored.code !== 1) throw new Error(`not stored: ${stored.text}`);
    uploaded.set(token, stored.data.url);
    return stored.data.url;
  }

  async function enter(): Promise<string> {
    const { data } = await send('createDemoAccount', {}, undefined);
    return (await send('login', { demo_id: data.demo_id }, undefined)).data.token;
  }

  const newAddress = () => `walker-${++made}-${process.pid}@example.com`;
  const { data } = await send('getTradeList', {}, undefined);
  return {
    send,
    operate,
    codeFor,
    codeIn,
    enter,
    newcomer,
    newAddress,
    newCid: () => `walked-cid-${++made}`,
    demo: await enter(),
    real: await newcomer(),
    eurusd: String(data.list.find(({ Code }: { Code: string }) => Code === 'EURUSD').Id),
    upload,
  };
}

export const picture = async (): Promise<string> => (await jpeg()).toString('base64');

/** Takes the route's parts from the fields: parts of the path, then the query, form or multipart. */
function asked(
  name: RouteName,
  given: Fields | string,
  token: string | undefined,
  headers: Fields,
): readonly [path: string, how: Ask] {
  const { method, path, body }: RouteShape = ROUTES[name];
  const fields = new URLSearchParams(given);
  const filled = path.replace(/:(\w+)/g, (_, part: string) => {
    const value = fields.get(part) ?? '';
    fields.delete(part, value);
    return encodeURIComponent(value);
  });
  // A host that can have passkeys.
  const own = { host: 'localhost', ...headers };
  const auth: Fields = token === undefined ? own : { ...own, authorization: token };
  const from = isHeedful(name) ? {} : { from: `127.0.1.${1 + NAMES.indexOf(name)}` };
  if (body === 'multipart') return [filled, { ...from, ...multipart(fields, auth) }];
  if (method === 'POST') {
    const { headers: type } = form({});
    return [filled, { ...from, method, headers: { ...type, ...auth }, body: fields.toString() }];
  }
  return [fields.size === 0 ? filled : `${filled}?${fields}`, { ...from, method, headers: auth }];
}

const NAMES = Object.keys(ROUTES);

/**
 * Its answer depends on the sender's address. The other calls use a different address each: one alone may not send as
 * fast as this test does.
 */
export const isHeedful = (name: RouteName): boolean =>
  !(name in factorRoutes) &&
  /^\/api\/(user|notify|captcha|common)\/|resetForexDemo/.test((ROUTES[name] satisfies RouteShape).path);

function multipart(fields: URLSearchParams, auth: Fields) {
  const boundary = 'walked';
  const parts = [...fields].flatMap(([name, value]) => {
    const plain = name.replace(/["\r\n]/g, '');
    const file = name === 'file' ? '; filename="a.jpg"\r\ncontent-type: image/jpeg' : '';
    const content = name === 'file' ? Buffer.from(value, 'base64') : Buffer.from(value);
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${plain}"${file}\r\n\r\n`;
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return {
    method: 'POST',
    headers: { ...auth, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
