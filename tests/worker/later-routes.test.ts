import { describe, expect, it } from 'vitest';
import { LATER_ROUTES } from '../../shared/contract/later-routes.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, ok } from '../../shared/result.ts';
import type { Env } from '../../worker/env.ts';
import { createHttp } from '../../worker/http.ts';
import { quietTap } from './helpers/quiet-tap.ts';
import { createScriptedEnv } from './helpers/scripted-env.ts';

type Load = Env['laterRoutes'];

function setUp(loads: readonly Load[]) {
  const scripted = createScriptedEnv(() => ({ list: [], total: 0 }));
  let loaded = 0;
  const laterRoutes: Load = () => loads[Math.min(loaded++, loads.length - 1)]?.() ?? Promise.reject();
  const http = createHttp({ ...scripted, laterRoutes }, 'http://exchange.test', 'en', quietTap);
  return { http, scripted, loads: () => loaded };
}

const works: Load = async () => LATER_ROUTES;
const fails: Load = () => Promise.reject(new TypeError('Failed to fetch'));
const hangs: Load = () => new Promise(() => {});
const PAGE = { page: 1 };

describe('the calls of later screens', () => {
  it('are loaded by the first of them, once, and never by the first screen or dealing', async () => {
    const { http, loads } = setUp([works]);
    await http.call('getTradeList', {});
    await http.call('getAccount', {});
    expect(loads()).toBe(0);
    await http.call('getLedger', PAGE);
    await http.call('getDrawCurrencies', { kind: 1 });
    expect(loads()).toBe(1);
  });

  it('are decoded by their own schemas', async () => {
    const { http } = setUp([works]);
    const answer = await http.call('getLedger', PAGE);
    expect(http.decoder('getLedger')(answer.ok && answer.value)).toEqual(ok({ list: [], total: 0 }));
    expect(http.decoder('getLedger')({}).ok).toBe(false);
  });

  it('behave as a lost connection while they cannot be loaded, and are loaded again by the next call', async () => {
    const { http, scripted } = setUp([fails, works]);
    expect(await http.call('getLedger', PAGE)).toEqual(err({ kind: 'unanswered', reason: 'network' }));
    expect(scripted.requests).toHaveLength(0);
    expect((await http.call('getLedger', PAGE)).ok).toBe(true);
  });

  it('end within their deadline while they load', async () => {
    const { http, scripted } = setUp([hangs]);
    const answer = http.call('getLedger', PAGE);
    await scripted.settle();
    scripted.advance(COMMAND_DEADLINE_MS);
    expect(await answer).toEqual(err({ kind: 'unanswered', reason: 'timeout' }));
  });

  it('can be cancelled while they load', async () => {
    const { http } = setUp([hangs]);
    const abort = new AbortController();
    const answer = http.call('getLedger', PAGE, { signal: abort.signal });
    abort.abort();
    expect(await answer).toEqual(err({ kind: 'cancelled' }));
  });
});
