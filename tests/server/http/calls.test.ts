import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESCRIPTIONS } from '../../../server/http/openapi/descriptions.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { RouteName } from '../../../shared/contract/routes.ts';
import { faultsOf } from '../../helpers/json-schema.ts';
import { type Answer, patiently } from '../http-fixture.ts';
import { description, expectAnswer, expectDescribed, NAMES, shapeOf, workingOn } from './walk/described.ts';
import { ENTRIES } from './walk/entries.ts';
import {
  type Fields,
  type Ground,
  type HttpGround,
  isHeedful,
  type Member,
  startGround,
} from './walk/ground.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
/** Of calls with a strict limit per address. */
const FEW_ROUNDS = 8;

let ground: HttpGround;
let stranger: Member;

beforeAll(async () => {
  ground = await startGround();
  stranger = await ground.newcomer();
});
afterAll(() => ground.stop());

const needs = (flag: 'session' | 'real') => NAMES.filter((name) => shapeOf(name)[flag] === true);

async function working(name: RouteName, on: Ground = ground) {
  const { fields, token } = await workingOn(name, on);
  const send = (sent: Fields | string, as: string | undefined = token) => ground.send(name, sent, as);
  return { fields, token, send };
}

const ODD = [
  '',
  '0',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  'NaN',
  '-1',
  '٣',
  '١٢',
  '9'.repeat(40),
  '999999999999999',
  '0.0000000001',
  '__proto__',
  '[]',
];

/** As in the served description: one of its refusals, in its shape. */
function expectRefusal(name: RouteName, answer: Answer): void {
  expect(faultsOf(description, { $ref: '#/components/schemas/Refusal' }, JSON.parse(answer.text))).toEqual(
    [],
  );
  expectDescribed(name, answer);
  const { session, real } = shapeOf(name);
  const named = DESCRIPTIONS[name].refusals?.map((code) => CODE[code]) ?? [];
  const usual = [
    CODE.badParameter,
    ...(session ? [CODE.sessionExpired] : []),
    ...(real ? [CODE.notForDemo] : []),
  ];
  const elsewhere = answer.status === 404 ? [CODE.notFound] : [];
  expect([...named, ...usual, ...elsewhere]).toContain(answer.code);
}

describe.each(NAMES)('%s', (name) => {
  // spec: 3.1 7.4
  it('answers as in the contract', async () => {
    const { fields, send } = await working(name);
    const answer = await send(fields);
    expectAnswer(name, fields, answer);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('refuses an unknown parameter, and a repeated one', async () => {
    const { fields, send } = await working(name);
    const surprised = await send({ ...fields, surprise: '1' });
    expect([surprised.status, surprised.code, surprised.data]).toEqual([
      200,
      CODE.badParameter,
      { field: 'surprise' },
    ]);
    const [first] = Object.keys(fields);
    if (first === undefined) return;
    const twice = await send(`${new URLSearchParams(fields)}&${first}=1`);
    expect([twice.code, twice.data]).toEqual([CODE.badParameter, { field: first }]);
  });

  it('refuses unusual texts', async () => {
    const { fields, send } = await working(name);
    const sendOdd = async (changed: Fields) => {
      // Under a known cid the exchange only compares.
      const cid: Fields = 'cid' in fields ? { cid: ground.newCid() } : {};
      const answer = await send(new URLSearchParams({ ...fields, ...cid, ...changed }).toString());
      // An empty or endless part of the path makes another path, which does not exist.
      expect(shapeOf(name).path.includes(':') ? [200, 404] : [200]).toContain(answer.status);
      if (answer.code !== CODE.success) expectRefusal(name, answer);
    };
    const known = [...Object.keys(shapeOf(name).request ?? {}), 'file', 't', '__proto__', 'constructor'];
    if (!isHeedful(name)) for (const field of known) for (const odd of ODD) await sendOdd({ [field]: odd });
    const odd = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...ODD));
    const key = fc.oneof(fc.constantFrom(...known), fc.string());
    await fc.assert(fc.asyncProperty(fc.dictionary(key, odd, { minKeys: 1, maxKeys: 5 }), sendOdd), {
      numRuns: isHeedful(name) ? Math.min(ROUNDS, FEW_ROUNDS) : ROUNDS,
    });
  });
});

describe.each(needs('session'))('%s', (name) => {
  // spec: 6.2
  it('requires a session before everything else', async () => {
    const { fields } = await working(name);
    for (const [sent, token] of [
      [{ ...fields, surprise: '1' }, undefined],
      [fields, undefined],
      [fields, 'nobody'],
    ] as const) {
      const answer = await ground.send(name, sent, token);
      expect([answer.status, answer.code, answer.data]).toEqual([200, CODE.sessionExpired, null]);
    }
  });
});

describe.each(NAMES.filter((name) => !shapeOf(name).session))('%s', (name) => {
  // spec: 6.1
  it('requires no session', async () => {
    const { fields } = await working(name);
    expect((await ground.send(name, fields, undefined)).code).toBe(CODE.success);
  });
});

describe.each(needs('real'))('%s', (name) => {
  // spec: 6.4
  it('is refused for demo accounts before everything else', async () => {
    const { fields } = await working(name);
    for (const sent of [fields, { ...fields, surprise: '1' }, {}]) {
      const answer = await ground.send(name, sent, ground.demo);
      expect([answer.status, answer.code, answer.data]).toEqual([200, CODE.notForDemo, null]);
    }
  });
});

describe.each(NAMES.filter((name) => shapeOf(name).method === 'POST' && !shapeOf(name).body))(
  '%s',
  (name) => {
    // spec: 7.5
    it('accepts flat JSON for a form', async () => {
      const { fields, token } = await working(name);
      const answer = await patiently(() =>
        ground.http.ask(shapeOf(name).path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: token, host: 'localhost' },
          body: JSON.stringify(fields),
        }),
      );
      expect([answer.status, answer.code]).toEqual([200, CODE.success]);
    });
  },
);

/** Parameters that sound like a name of an object but name none with an owner: everybody may use it. */
const FOR_EVERYBODY = [
  'getCaptcha token',
  'getDeals forex_id',
  'getDepositBanks bank_coin',
  'getDrawMethods draw_id',
  'getFirstMiniKlines category_id',
  'getHours forex_id',
  'getKline forex_id',
  'getMiniKline forex_id',
  'getNews category_id',
  'getNewsItem id',
  'bindDrawMethod draw_id',
  'draw draw_currency_id',
  'login area_id',
  'login demo_id',
  'forgetPassword area_id',
  'register area_id',
  'sendEmailCode area_id',
  'sendSmsCode area_id',
  'submitCoinDeposit charge_id',
  'addAlert forex_id',
  'submitOrder forex_id',
  'submitRealName card_id',
  'submitWireDeposit wire_id',
];

describe('objects of another user', () => {
  const naming = NAMES.flatMap((name) =>
    Object.keys(shapeOf(name).request ?? {})
      .filter((field) => /(^|_)id$|^token$|_pic$|^proofImg$|^image$|^bank_coin$/.test(field))
      .map((field) => `${name} ${field}`),
  );
  const owned = NAMES.flatMap((name) =>
    Object.keys(ENTRIES[name].owned ?? {}).map((field) => [name, field] as const),
  );

  it('are tested for every parameter that names an object', () => {
    const covered = [...FOR_EVERYBODY, ...owned.map(([name, field]) => `${name} ${field}`)];
    expect(covered.toSorted()).toEqual(naming.toSorted());
  });

  it.each(owned)('in %s as %s are answered like missing ones', async (name, field) => {
    const mine = await working(name);
    const theirs = await working(name, { ...ground, real: stranger, demo: await ground.enter() });
    const asStranger = (value: string) => {
      const cid: Fields = 'cid' in theirs.fields ? { cid: ground.newCid() } : {};
      return theirs.send({ ...theirs.fields, ...cid, [field]: value });
    };
    const foreign = await asStranger(mine.fields[field] ?? '');
    expect([CODE.notFound, CODE.badParameter]).toContain(foreign.code);
    expect(foreign.text).toBe((await asStranger(ENTRIES[name].owned?.[field] ?? '')).text);
    // Nothing else was wrong, and the object is unchanged.
    for (const { fields, send } of [theirs, mine]) expect((await send(fields)).code).toBe(CODE.success);
  });
});

it('after all this the books are in order', async () => {
  expect((await ground.operate('check', 'books')).rows).toEqual([]);
});
