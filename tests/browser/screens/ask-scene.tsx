import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { AskedRoute } from '../../../shared/bridge/worker-api.ts';
import type { AnswerOf, RequestOf } from '../../../shared/contract/routes.ts';
import type { Result } from '../../../shared/result.ts';
import { Toasts } from '../../../src/components/Toasts.tsx';
import { dismissToast, toasts } from '../../../src/components/toast-store.ts';
import { loadLaterTexts } from '../../../src/i18n/texts.ts';
import { type Rendered, renderLasting } from '../components/render.tsx';
import { CHANNEL, type FromEngine } from '../scripted/protocol.ts';
import * as script from '../scripted/script.ts';

/** The exchange's answer to each call; a call without one stays pending. */
export type Answers = {
  readonly [N in AskedRoute]?: (request: RequestOf<N>) => Result<AnswerOf<N>> | Promise<Result<AnswerOf<N>>>;
};

export interface AskScene {
  /** Every call of `name` since the last `clear`, oldest first. */
  asked<N extends AskedRoute>(name: N): readonly RequestOf<N>[];
  /** Shows `node` at `path`, signed in to a real account, with toasts. */
  show(path: string, node: ReactNode, answers: Answers): void;
  answer(more: Answers): void;
  /** Leaves the screen; forgets calls, toasts, drafts and notes. */
  clear(): void;
}

/** Who is signed in. */
export const SIGNED_IN_USER = {
  uid: 42,
  email: 'ann@example.com',
  phone: '',
  area_code: '',
  isDemo: false,
  inviteCode: 'ABCD2345',
} as const;

/** Of the unsettled decisions that this device has noted. */
export const noteKeys = (): readonly string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith('pipstream.intent.'));

/** The phone ends the app: only what lasts is left, and that is `ageMs` older than it was. */
export function endApp(ageMs: number): void {
  sessionStorage.clear();
  for (const key of noteKeys()) {
    const note = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...note, madeAtMs: note.madeAtMs - ageMs }));
  }
}

/**
 * A page whose calls `ask(name, request)` the test answers; it is cleared after each test. Once per file, outside its
 * tests.
 */
export function askScene(): AskScene {
  let answers: Answers = {};
  let calls: { readonly name: AskedRoute; readonly request: unknown }[] = [];
  let view: Rendered | undefined;
  const home = location.href;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = async ({ data }: MessageEvent<FromEngine>) => {
    if (data.kind !== 'call' || data.name !== 'ask') return;
    const [name, request] = data.args as [AskedRoute, never];
    calls.push({ name, request });
    const result = await answers[name]?.(request);
    if (result !== undefined) channel.postMessage({ kind: 'answer', id: data.id, result });
  };
  const scene: AskScene = {
    asked: <N extends AskedRoute>(name: N) =>
      calls.filter((call) => call.name === name).map((call) => call.request as RequestOf<N>),
    show(path, node, first) {
      answers = first;
      history.replaceState(null, '', path);
      view?.show(
        <>
          {node}
          <Toasts />
        </>,
      );
    },
    answer(more) {
      answers = { ...answers, ...more };
    },
    clear() {
      view?.show(null);
      calls = [];
      script.calls.splice(0);
      sessionStorage.clear();
      for (const key of noteKeys()) localStorage.removeItem(key);
      for (const toast of toasts.value) dismissToast(toast.id);
    },
  };
  beforeAll(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await script.startScripted();
    await script.putConnection('live');
    script.putBaseData();
    await script.signIn(SIGNED_IN_USER);
    view = await renderLasting(null);
    await loadLaterTexts();
  });
  afterEach(() => scene.clear());
  afterAll(() => {
    view?.remove();
    channel.close();
    history.replaceState(null, '', home);
  });
  return scene;
}
