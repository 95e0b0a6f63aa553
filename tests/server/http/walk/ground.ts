import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddress } from '../../../../server/ops/channel-file.ts';
import { askExchange } from '../../../../server/ops/client.ts';
import type { OperatorAnswer } from '../../../../server/ops/resource.ts';
import { factorRoutes } from '../../../../shared/contract/factors.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../../../shared/contract/routes.ts';
import { good } from '../../../helpers/dealing.ts';
import { jpeg } from '../../files/pictures.ts';
import { type Answer, form, patiently, type Rim, startRim } from '../../rim.ts';

export type Fields = Readonly<Record<string, string>>;

/** A request; `token` if it differs from the route's usual one. */
export interface Request {
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

/** A running server with the objects that the calls need. */
export interface Ground {
  readonly rim: Rim;
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
  newCid(): string;
  newAddress(): string;
  /** The code sent to an address; requests one first. */
  codeFor(to: string, type: '1' | '2'): Promise<string>;
  /** A separate real account. */
  /** The code in the latest letter to an address. */
  codeIn(to: string): Promise<string>;
  newcomer(): Promise<Member>;
  /** A picture's address; the same picture each time, unless another is required. */
  upload(token: string, which?: 'another'): Promise<string>;
  operate(resource: string, verb: string, values?: Fields): Promise<OperatorAnswer>;
  stop(): Promise<void>;
}

const PASSWORD = 'a long enough sentence 7';

export async function startGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
  const rim = await startRim({ DATA_DIR: folder, FAULTS: 'on' }, { log: () => {} });
  let made = 0;
  const send: Ground['send'] = (name, fields, token, headers = {}) =>
    patiently(() => rim.ask(...asked(name, fields, token, headers)));

  async function operate(resource: string, verb: string, values: Fields = {}): Promise<OperatorAnswer> {
    const address = readAddress(folder);
    if (address === undefined) throw new Error('the exchange has no channel');
    const reply = await askExchange(address, { who: 'test', resource, verb, values });
    if (!reply.ok) throw new Error(reply.error.kind);
    if (!reply.value.ok) throw new Error(reply.value.error.sentence);
    return reply.value.value;
  }

  async function codeFor(to: string, type: '1' | '2'): Promise<string> {
    const sent = await send('sendEmailCode', { to, type }, undefined);
    if (sent.code !== 1) throw new Error(`no code: ${sent.text}`);
    return codeIn(to);
  }

  async function codeIn(to: string): Promise<string> {
    for (;;) {
      const { rows } = await operate('outbox', 'list');
      const letter = rows.find((row) => row['to'] === to);
      const code = /\b[0-9]{6}\b/.exec(String(letter?.['text']))?.[0];
      if (code !== undefined) return code;
      // The letter leaves after the answer.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function newcomer(): Promise<Member> {
    const account = newAddress();
    good(await rim.accounts.createUser({ email: { kind: 'email', value: account }, password: PASSWORD }));
    const login = await send('login', { account, password: PASSWORD, login_type: '1' }, undefined);
    return { account, password: PASSWORD, token: login.data.token };
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

  const newAddress = () => `walker-${++made}@example.com`;
  const { data } = await rim.ask('/v1/api/forex/trade_list');
  return {
    rim,
    send,
    operate,
    codeFor,
    codeIn,
    newcomer,
    newAddress,
    newCid: () => `walked-cid-${++made}`,
    demo: await rim.enter(),
    real: await newcomer(),
    eurusd: String(data.list.find(({ Code }: { Code: string }) => Code === 'EURUSD').Id),
    upload,
    async stop() {
      await rim.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const picture = async (): Promise<string> => (await jpeg()).toString('base64');

/** Takes the route's parts from the fields: parts of the path, then the query, form or multipart. */
function asked(
  name: RouteName,
  given: Fields | string,
  token: string | undefined,
  headers: Fields,
): Parameters<Rim['ask']> {
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
