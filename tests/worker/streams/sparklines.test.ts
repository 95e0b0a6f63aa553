import { expect, it } from 'vitest';
import type { EngineSettings, Sparkline } from '../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { createEngine } from '../../../worker/engine.ts';
import { wireInstrument } from '../../helpers/wire-rows.ts';
import { collect, STANDARD } from '../helpers/scripted-engine.ts';
import { createScriptedEnv } from '../helpers/scripted-env.ts';

const MINUTE = 1_700_000_040;
const LIST = ROUTES.getTradeList.path;
const EARLY = ROUTES.getFirstMiniKlines.path;
const BY_IDS = ROUTES.getMiniKline.path;
const instruments = Array.from({ length: 20 }, (_, i) => wireInstrument(i + 1, `C${i + 1}`, i % 3));
const ids = instruments.map(({ Id }) => instrumentId(Id));

/** An engine whose list and early sparklines are answered when the test says so. */
function open(firstRows: EngineSettings['firstRows']) {
  const list = Promise.withResolvers<unknown>();
  const early = Promise.withResolvers<unknown>();
  const env = createScriptedEnv((url) => {
    if (url.pathname === LIST) return list.promise;
    if (url.pathname === EARLY) return early.promise;
    if (url.pathname !== BY_IDS) return STANDARD[url.pathname];
    return linesOf((url.searchParams.get('forex_id') ?? '').split(',').map(Number));
  });
  const engine = createEngine(env);
  engine.configure({
    apiBase: 'http://exchange.test',
    socketUrl: 'ws://exchange.test/v1/ws',
    language: 'en',
    token: null,
    firstRows,
  });
  const told = collect<readonly Sparkline[]>(engine.sparklines() as never);
  return {
    engine,
    told,
    settle: env.settle,
    async answerList() {
      list.resolve({ list: instruments });
      await env.settle();
    },
    async answerEarly(data: unknown) {
      early.resolve(data);
      await env.settle();
    },
    /** Watches the first eight rows, and lets the time pass in which ids are gathered. */
    async watch(count = 8) {
      engine.watchSparklines(ids.slice(0, count));
      env.advance(50);
      await env.settle();
    },
    asked: (path: string) =>
      env.requests
        .filter((url) => url.pathname === path)
        .map(({ searchParams }) => Object.fromEntries([...searchParams].filter(([name]) => name !== 't'))),
  };
}

const linesOf = (of: readonly number[]) => Object.fromEntries(of.map((id) => [id, [[MINUTE, id]]]));
const toldIds = (told: readonly (readonly Sparkline[])[]) => told.flat().map(({ id }) => id);
const first = (count: number) => ids.slice(0, count);

it.each(['the list', 'the sparklines'])(
  'the first sparklines are asked for together with the list, and once, also if %s come first',
  async (which) => {
    const { settle, asked, answerEarly, answerList, watch, told } = open(0);
    await settle();
    expect([asked(LIST), asked(EARLY)]).toEqual([[{}], [{ limit: '16' }]]);
    // The rows of an earlier visit.
    await watch();
    const both = [answerList, () => answerEarly(linesOf(first(16)))];
    for (const answer of which === 'the list' ? both : both.reverse()) {
      expect(told).toEqual([]);
      await answer();
    }
    await watch();
    expect(toldIds(told)).toEqual(first(8));
    // With the digits of the list.
    expect(told[0]?.slice(0, 3).map(({ points }) => points[1])).toEqual([1, 20, 300]);
    await watch(12);
    expect(toldIds(told)).toEqual(first(12));
    expect(asked(BY_IDS)).toEqual([]);
    await watch(20);
    expect(asked(BY_IDS)).toEqual([{ forex_id: '17,18,19,20' }]);
  },
);

it('the first sparklines are those of the category that is shown', async () => {
  const { settle, asked } = open(3);
  await settle();
  expect(asked(EARLY)).toEqual([{ limit: '16', category_id: '3' }]);
});

it('those of known rows are asked for by ids, together with the list, and once', async () => {
  const { settle, asked, answerList, watch, told } = open([8, 3, 99].map(instrumentId));
  await settle();
  expect([asked(LIST), asked(EARLY), asked(BY_IDS)]).toEqual([[{}], [], [{ forex_id: '8,3,99' }]]);
  await answerList();
  await watch();
  expect(toldIds(told.slice(0, 1))).toEqual([ids[2], ids[7]]);
  expect(asked(BY_IDS).slice(1)).toEqual([{ forex_id: '1,2,4,5,6,7' }]);
});

it.each([[undefined], [[]]])(
  'without rows that are known before the list nothing is asked early: %s',
  async (rows) => {
    const { settle, asked, answerList, watch, told } = open(rows);
    await settle();
    expect([asked(EARLY), asked(BY_IDS)]).toEqual([[], []]);
    await answerList();
    await watch();
    expect(toldIds(told)).toEqual(first(8));
  },
);

it.each([
  ['refuses it', { code: CODE.badParameter, msg: '', data: { field: 'limit' } }],
  ['does not know it', { code: CODE.notFound, msg: '', data: null }],
  ['answers something else', { list: [] }],
  ['answers nothing', {}],
])('an exchange that %s is asked by ids', async (_, answer) => {
  const { asked, answerEarly, answerList, watch, told } = open(0);
  await answerEarly(answer);
  await answerList();
  await watch();
  expect(asked(BY_IDS)).toEqual([{ forex_id: first(8).join(',') }]);
  expect(toldIds(told)).toEqual(first(8));
});

it('what the early answer leaves out is asked for by ids, and only that', async () => {
  const { asked, answerEarly, answerList, watch, told } = open(0);
  await answerList();
  await watch();
  expect(asked(BY_IDS)).toEqual([]);
  await answerEarly(linesOf([1, 2, 99]));
  await watch();
  expect(asked(BY_IDS)).toEqual([{ forex_id: '3,4,5,6,7,8' }]);
  expect(toldIds(told)).toEqual(first(8));
});
