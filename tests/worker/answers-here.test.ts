import { expect, it } from 'vitest';
import { ROUTES } from '../../shared/contract/routes.ts';
import { ok } from '../../shared/result.ts';
import { createHttp } from '../../worker/http.ts';
import { quietTap } from './helpers/quiet-tap.ts';
import { createScriptedEnv } from './helpers/scripted-env.ts';

const [LIST, CATEGORIES] = [ROUTES.getTradeList.path, ROUTES.getCategories.path];
const envelope = (data: unknown) => ({ code: 1, msg: '', data });

function setUp() {
  const recorded: unknown[] = [];
  const http = createHttp(
    createScriptedEnv(() => 'asked'),
    'http://exchange.test',
    'en',
    { ...quietTap, answered: (path, _query, body) => recorded.push([path, body]) },
    { [LIST]: envelope('here'), [CATEGORIES]: envelope('here') },
  );
  return { http, recorded };
}

it('an answer that came with the page is taken once, and recorded as any other', async () => {
  const { http, recorded } = setUp();
  expect(await http.call('getTradeList', {})).toEqual(ok('here'));
  expect(recorded).toEqual([[LIST, envelope('here')]]);
  expect(await http.call('getTradeList', {})).toEqual(ok('asked'));
});

it('an answer that came with the page is not taken in another language', async () => {
  const { http } = setUp();
  http.setLanguage('de');
  expect(await http.call('getCategories', {})).toEqual(ok('asked'));
});
