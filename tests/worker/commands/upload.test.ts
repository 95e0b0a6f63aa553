import { describe, expect, test } from 'vitest';
import type { UploadState } from '../../../shared/bridge/worker-api.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { upload } from '../../../worker/commands/upload.ts';
import type { Env } from '../../../worker/env.ts';
import { createHttp } from '../../../worker/http.ts';
import { quietTap } from '../helpers/quiet-tap.ts';
import { createScriptedEnv } from '../helpers/scripted-env.ts';

const PICTURE = new Blob(['a picture'], { type: 'image/png' });
const reply = (data: unknown, code = 1) => ({ status: 200, text: JSON.stringify({ code, msg: '', data }) });

function setUp(more: Partial<Env>) {
  const env: Env = { ...createScriptedEnv(), ...more };
  const http = createHttp(env, 'http://exchange.test', 'en', quietTap);
  http.setToken('a-token');
  const states: UploadState[] = [];
  const ended = { done: false };
  const subscription = upload(env, http, PICTURE).subscribe({
    next: (state) => states.push(state),
    complete: () => {
      ended.done = true;
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { states, ended, subscription, settle };
}

describe('an uploaded picture', () => {
  // spec: 7.5
  test('is sent shrunk, as a form, with the token; progress and the final address are reported', async () => {
    const sent: Parameters<Env['send']>[0][] = [];
    const { states, ended, settle } = setUp({
      shrink: async () => new Blob(['smaller'], { type: 'image/jpeg' }),
      async send(request) {
        sent.push(request);
        request.onPart(0.5);
        return reply({ url: '/files/1' });
      },
    });
    await settle();
    expect(states).toEqual([
      { status: 'sending', part: 0 },
      { status: 'sending', part: 0.5 },
      { status: 'done', url: '/files/1' },
    ]);
    expect(ended.done).toBe(true);
    const file = sent[0]?.body.get('file') as File;
    expect([await file.text(), file.type]).toEqual(['smaller', 'image/jpeg']);
    expect(sent[0]?.headers).toEqual({ lang: 'en', authorization: 'a-token' });
  });

  test('a file that is not a picture is refused without being sent', async () => {
    let sends = 0;
    const { states, settle } = setUp({
      shrink: async () => undefined,
      async send() {
        sends++;
        return reply({ url: '/files/1' });
      },
    });
    await settle();
    expect(states.at(-1)).toEqual({
      status: 'failed',
      error: { code: LOCAL_CODE.notAPicture, message: '' },
    });
    expect(sends).toBe(0);
  });

  test.each([
    ['a line that is cut', () => Promise.reject(new TypeError('cut')), LOCAL_CODE.offline],
    ['a refusal', async () => reply(null, 4000), 4000],
    ['an answer without an address', async () => reply({ path: 1 }), LOCAL_CODE.malformed],
  ] as const)('fails with a reason after %s', async (_, send, code) => {
    const { states, ended, settle } = setUp({ send });
    await settle();
    expect(states.at(-1)).toMatchObject({ status: 'failed', error: { code } });
    expect(ended.done).toBe(true);
  });

  // spec: 8.6
  test('is cancelled when its subscriber leaves', async () => {
    let signal: AbortSignal | undefined;
    const { states, subscription, settle } = setUp({
      send: (request) => {
        signal = request.signal;
        return new Promise(() => {});
      },
    });
    await settle();
    subscription.unsubscribe();
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(states).toEqual([{ status: 'sending', part: 0 }]);
  });
});
