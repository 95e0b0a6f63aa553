import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { AskedRoute } from '../../shared/bridge/worker-api.ts';
import { type AnswerOf, type RequestOf, ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import type { Result } from '../../shared/result.ts';
import { codeIn } from '../helpers/people.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openPhoneScene, type PhoneScene } from '../sim/phone-scene.ts';
import { replay } from './cli/command.ts';

const EMAIL = 'canary.7391@example.com';
const PHONE = '85261739158';
const PASSWORD = 'canary password 5817';
const NEW_PASSWORD = 'canary password 6928';
const NAME = 'Canary Q. Person';
const CARD = 'C739158204(4)';
const BANK = {
  bankName: 'Canary Bank of Somewhere',
  bankAddress: '17 Canary Wharf Street',
  bankSwift: 'CNRYHKHH',
  payeeName: 'Canary Payee',
  payeeAccount: '7391582044176',
};
const CHAT = 'canary: my card does not work';
const MEMO = 'canary paid by her brother';
const SECRETS = [
  EMAIL,
  PHONE,
  PASSWORD,
  NEW_PASSWORD,
  NAME,
  CARD,
  CHAT,
  MEMO,
  ...Object.values(BANK),
  'canary',
];
/** Fields with fixed words or numbers of the program, or an id that the app generates for an intent. */
const PLAIN = new Set([
  'cid',
  'type',
  'page',
  'limit',
  'draw_type',
  'draw_id',
  'category_id',
  'bank_coin',
  'kind',
  'forex_id',
  'price',
  'percent',
  'repeat',
  'on',
]);

/** Advances the clock until the answer has arrived. */
async function during<T>(scene: PhoneScene, asked: Promise<T>): Promise<T> {
  let isOver = false;
  const noted = asked.finally(() => {
    isOver = true;
  });
  while (!isOver) await scene.run(0.1);
  return noted;
}

function dataOf<T>(answer: Result<T>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

/** Of the latest letter that has one. */
function latestCode(folder: string): string {
  const letters = readFileSync(join(folder, 'outbox.jsonl'), 'utf8').trimEnd().split('\n');
  return letters.map((letter) => codeIn(JSON.parse(letter))).findLast((code) => code !== '') ?? '';
}

const tokensOf = ({ phone }: PhoneScene): readonly string[] => {
  const session = phone.session();
  return session.status === 'signed-in' ? [session.token] : [];
};

const asking =
  (scene: PhoneScene) =>
  async <N extends AskedRoute>(name: N, request: RequestOf<N>): Promise<AnswerOf<N>> =>
    dataOf(await during(scene, scene.phone.engine.ask(name, request)));

/** Creates a real account and signs in. @returns its secrets */
async function register(scene: PhoneScene, folder: string): Promise<readonly string[]> {
  const { engine } = scene.phone;
  const ask = asking(scene);
  const ofDemo = tokensOf(scene);
  await ask('sendEmailCode', { to: EMAIL, purpose: 1 });
  await scene.run(0.5);
  // The letter is written after the answer.
  const code = await vi.waitFor(() => latestCode(folder), { timeout: 10_000 });
  const passwords = { password: PASSWORD, repeated: PASSWORD };
  await ask('register', { channel: 1, account: EMAIL, ...passwords, code });
  const user = dataOf(
    await during(scene, engine.signIn({ account: EMAIL, password: PASSWORD, kind: 'email' })),
  );
  expect(user.email).toBe(EMAIL);
  return [...ofDemo, ...tokensOf(scene), `"${code}"`, user.inviteCode];
}

/** Books money to the account, with a memo of the operator. */
async function fund(scene: PhoneScene): Promise<void> {
  const life = scene.world.life();
  const session = await life?.accounts.session(tokensOf(scene)[0] ?? '');
  if (life === undefined || session === undefined) throw new Error('nobody is signed in');
  dataOf(await life.payments.adjust(session.accountId, moneyFromWire(500), MEMO));
}

/** A real account's use of the phone. @returns more of its secrets */
async function live(scene: PhoneScene): Promise<readonly string[]> {
  const { engine } = scene.phone;
  const ask = asking(scene);
  await fund(scene);
  expect(JSON.stringify(await ask('getLedger', { page: 1 }))).toContain(MEMO);
  const [currency] = (await ask('getDrawCurrencies', { kind: 2 })).list;
  const currencyId = currency?.id ?? 0;
  const bound = await ask('bindDrawMethod', { kind: 2, currencyId, ...BANK });
  expect(bound.payeeAccount).toBe(BANK.payeeAccount);
  await scene.world.life()?.payments.confirmation.release(bound.id);
  const method = { currencyId, methodId: bound.id };
  await ask('draw', { ...method, amount: '100', memo: MEMO });
  await ask('getDraws', { kind: 2, page: 1 });
  const sessions = await ask('getSessions', {});
  engine.chat().subscribe({ next() {} });
  await ask('sendChat', { text: CHAT });
  expect(JSON.stringify(await ask('getChat', {}))).toContain(CHAT);
  const papers = { name: NAME, cardId: CARD, front: 'canary/front', back: 'canary/reverse' };
  await during(scene, engine.ask('submitRealName', papers));
  await during(scene, engine.search(`canary ${EMAIL}`));
  await during(scene, engine.signIn({ account: PHONE, password: PASSWORD, kind: 'mobile', areaId: 1 }));
  const passwords = { password: NEW_PASSWORD, oldPassword: PASSWORD };
  await during(scene, engine.ask('amendPassword', passwords));
  engine.mark(`what ${EMAIL} told`);
  return sessions.list.map(({ id }) => id);
}

/** Calls that the engine makes itself. */
const NOT_ASKED: ReadonlySet<string> = new Set<Exclude<keyof typeof ROUTES, AskedRoute>>([
  'getBasicInfo',
  'getCompanyStatus',
  'createDemoAccount',
  'login',
  'logout',
  'uploadImage',
  'getBalance',
  'getAccount',
  'resetDemoAccount',
  'getTradeList',
  'searchInstruments',
  'getCategories',
  'getMiniKline',
  'getFirstMiniKlines',
  'getKline',
  'submitOrder',
  'getDeals',
  'closeOrder',
  'cancelOrder',
  'setStops',
  'amendOrder',
  'getLeaders',
]);

/** Every call that the page may make, with a unique text in each field. */
async function askEverything(scene: PhoneScene): Promise<readonly string[]> {
  const canaries: string[] = [];
  for (const name of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    if (NOT_ASKED.has(name)) continue;
    const { request: parameters = {} }: RouteShape = ROUTES[name];
    const request: Record<string, string> = {};
    for (const field of [...Object.keys(parameters), 'a_field_of_tomorrow']) {
      if (PLAIN.has(field)) continue;
      request[field] = `canary-${name}-${field}`;
      canaries.push(request[field]);
    }
    // The page's types prevent this; the recorder must not rely on them.
    await during(scene, scene.phone.engine.ask(name as AskedRoute, request as never));
  }
  return canaries;
}

const found = (where: string, secrets: Iterable<string>) =>
  [...secrets].filter((secret) => where.includes(secret) || where.includes(encodeURIComponent(secret)));

describe('a recording of all features of the app', () => {
  it('has no secret, neither saved nor in any output of the command line', async () => {
    const folder = temporaryFolder();
    const tape = { code: 'EURUSD', points: 108_500, decimals: 5 };
    const scene = await openPhoneScene(
      { seed: 9, tapes: [{ ...tape, legs: [{ seconds: 900, rate: 1, jump: 3 }] }] },
      folder,
    );
    const own = [...(await register(scene, folder)), ...(await live(scene))];
    const secrets = [...SECRETS, ...own, ...(await askEverything(scene))];
    await during(scene, scene.phone.engine.signOut());
    const ring = dataOf(await scene.phone.engine.saveRecording('ring'));
    const files = {
      'ring.jsonl.gz': new Uint8Array(await (ring.file as Blob).arrayBuffer()),
      'long.jsonl.gz': await scene.recorded(),
    };
    await scene.world.stop();
    for (const [name, bytes] of Object.entries(files)) {
      const text = gunzipSync(bytes).toString();
      expect(text.length).toBeGreaterThan(20_000);
      expect(found(text, secrets), name).toEqual([]);
      const file = join(folder, name);
      writeFileSync(file, bytes);
      const har = `${file}.har`;
      expect((await replay([file, '--har', har])).status).toBe(0);
      expect(found(readFileSync(har, 'utf8'), secrets), `${name} as HAR`).toEqual([]);
      for (const task of ['--state', '--trail']) {
        const { status, out, said } = await replay([file, task]);
        expect(status).toBe(0);
        expect(found(out + said, secrets), `${name} ${task}`).toEqual([]);
      }
    }
    const long = gunzipSync(files['long.jsonl.gz']).toString();
    for (const path of [
      '/api/user/register',
      '/api/wallet/bind_draw_method',
      '/api/chat/send',
      '/api/user_real',
    ])
      expect(long).toContain(path);
    expect(long).toContain('what *** told');
  }, 120_000);
});
