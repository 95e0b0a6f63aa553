import { signal } from '@preact/signals-react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { version } from '../../../package.json';
import type { ReplayState, ReplaySurvey } from '../../../shared/bridge/recording.ts';
import type { EngineSettings } from '../../../shared/bridge/worker-api.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { MAX_WORKER_RESTARTS } from '../../../shared/limits.ts';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { Overlays } from '../../../src/app/Overlays.tsx';
import { DiagnosticsScreen } from '../../../src/screens/Diagnostics/DiagnosticsScreen.tsx';
import { NewsScreen } from '../../../src/screens/News/NewsScreen.tsx';
import { Happened } from '../../../src/screens/shared/alerts/Happened.tsx';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { resetDemo } from '../../../src/state/account.ts';
import { ask } from '../../../src/state/ask.ts';
import { offerChoice } from '../../../src/state/choices.ts';
import { companyStatus } from '../../../src/state/company.ts';
import { showHud } from '../../../src/state/diagnostics-flags.ts';
import { engineHealth, link } from '../../../src/state/link.ts';
import { cancelOrder, closeOrder } from '../../../src/state/orders.ts';
import { homeSort, theme } from '../../../src/state/preferences.ts';
import { endReplay, replay, stopAtMarks } from '../../../src/state/replay.ts';
import { followUser } from '../../../src/state/replay-follow.ts';
import { replaySource } from '../../../src/state/replay-source.ts';
import { session } from '../../../src/state/session.ts';
import { shownNow } from '../../../src/state/shown-now.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { only } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();

const survey: ReplaySurvey = {
  startedAt: timestampMs(Date.UTC(2026, 0, 2, 12)),
  app: '1.0.0',
  made: {
    commit: '0123456789abcdef',
    browser: 'Mozilla/5.0 (Phone; Pro Max) AppleEngine/537.36 (KHTML, like Gecko) Browser/100.0.0.0 Mobile',
    viewport: [360, 740],
    pixel_ratio: 2.625,
    language: 'hk',
    theme: 'dark',
    time_zone: 'Asia/Hong_Kong',
    resumed: true,
  },
  lengthMs: 90_000,
  records: 1_200,
  traffic: Float64Array.from({ length: 90 }, (_, second) => second % 7),
  moments: [
    { atMs: 20_000, kind: 'close' },
    { atMs: 24_000, kind: 'open' },
    { atMs: 24_500, kind: 'gap' },
    { atMs: 30_000.4, kind: 'mark', label: '' },
    { atMs: 45_000, kind: 'error', label: 'TypeError # of #' },
    { atMs: 60_000, kind: 'mark', label: 'here' },
  ],
  page: [],
  digest: 'd1935e57',
};

const configured = (): readonly EngineSettings[] =>
  script.told.filter(({ name }) => name === 'configure').map(({ argument }) => argument as EngineSettings);
const steered = () => script.told.filter(({ name }) => name === 'steerReplay').map((one) => one.argument);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const textOf = (locator: Locator) => () => locator.query()?.textContent ?? '';
const slider = () => page.getByRole('slider', { name: 'Timeline' });

/** Waits for the engine that the page starts next. @returns its settings */
async function nextEngine(): Promise<EngineSettings> {
  const settings = await vi.waitUntil(() => configured().at(-1));
  script.told.splice(0);
  return settings;
}

async function player(state: ReplayState): Promise<void> {
  script.put('replay', state);
  await vi.waitUntil(() => JSON.stringify(replay.value) === JSON.stringify(state));
}

async function choose(answer: ReplaySurvey = survey): Promise<EngineSettings> {
  script.told.splice(0);
  const file = new File(['{}'], 'noon.jsonl');
  await userEvent.upload(only('input[type="file"]'), file);
  const settings = await nextEngine();
  (await script.nextOf('surveyReplay')).answer(ok(answer));
  await player({ status: 'playing', atMs: 10_000, speed: 1 });
  await vi.waitUntil(() => document.querySelector('[role="slider"]') !== null);
  return settings;
}

beforeEach(() => {
  scene.show(
    '/mine/diagnostics',
    <>
      <DiagnosticsScreen />
      <Overlays />
    </>,
    {},
  );
});
afterEach(async () => {
  if (replaySource.value !== undefined) {
    script.told.splice(0);
    followUser(false);
    stopAtMarks(false);
    script.told.splice(0);
    endReplay();
    await nextEngine();
  }
});

describe('a chosen recording', () => {
  it('replaces the exchange, and a banner says so', async () => {
    const { replay: source, token } = await choose();
    expect(token).toBe('replay');
    expect(source).toMatchObject({ name: 'noon.jsonl', atMs: 0, speed: 1, isPaused: false });
    expect(source?.file).toBeInstanceOf(Blob);
    const banner = page.getByRole('complementary', { name: 'Replay' });
    await expect.poll(textOf(banner)).toMatch(/^Replay of \u2068noon\.jsonl\u2069, .*\d\d:00:10\u2069/);
  });

  it('shows countdowns at its moments, not at this device’s time', async () => {
    await choose();
    expect(shownNow.value).toBe(survey.startedAt + 10_000);
    await player({ status: 'paused', atMs: 12_345, speed: 1 });
    expect(shownNow.value).toBe(survey.startedAt + 12_345);
    script.told.splice(0);
    await userEvent.click(button('End the replay'));
    await nextEngine();
    // It ticks only while somebody looks.
    onTestFinished(shownNow.subscribe(() => {}));
    expect(Math.abs((shownNow.value ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it('names the build and the device that it was recorded with, and says when it was another build', async () => {
    await choose();
    const facts = page.getByRole('button', { name: /^Replay of/ });
    await expect.poll(textOf(facts)).toContain('Another build: 1.0.0 0123456789ab · 360 × 740 · hk');
    await userEvent.click(facts);
    const sheet = page.getByRole('dialog');
    await expect
      .poll(textOf(sheet))
      .toMatch(
        /Source version0123456789abcdef.*BrowserMozilla\/5\.0 \(Phone.*Mobile.*Window size360 × 740.*Pixel ratio2\.625.*Theme.*dark.*Time zoneAsia\/Hong_Kong.*Recording beganin the running app/,
      );
    // A long value leaves room for its name.
    const { scrollWidth, clientWidth } = sheet.getByText('Browser', { exact: true }).element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await userEvent.click(button('End the replay'));
    await nextEngine();
    await choose({ ...survey, app: version, made: {} });
    await expect.poll(textOf(facts)).toContain(`This build: ${version}`);
    await userEvent.click(facts);
    await expect.poll(textOf(sheet)).toMatch(/Source version--.*Browser--/);
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  });

  it.each([
    ['', /Build: not recorded$/],
    ['import binance-spot', /Imported: \u2068binance-spot\u2069$/],
  ])('of version "%s" is not called another build', async (app, text) => {
    await choose({ ...survey, app, made: {} });
    const facts = page.getByRole('button', { name: /^Replay of/ });
    await expect.poll(textOf(facts)).toMatch(text);
  });

  it('opens on the recorded screen, and follows the user if asked to', async () => {
    await choose({
      ...survey,
      page: [
        { atMs: 0, event: 'route', path: '/rank' },
        { atMs: 12_000, event: 'route', path: '/mine/***' },
        { atMs: 15_000, event: 'route', path: '/trade?id=3' },
        { atMs: 16_000, event: 'tap', x: 0.5, y: 0.25, element: { tag: 'article', nth: 0 } },
      ],
    });
    await expect.poll(() => location.pathname).toBe('/rank');
    const ring = () => document.querySelector('[class*="tap"][aria-hidden]')?.getBoundingClientRect();
    await player({ status: 'playing', atMs: 16_100, speed: 1 });
    expect([location.pathname, ring()]).toEqual(['/rank', undefined]);
    await userEvent.click(button('Marks and options'));
    await userEvent.click(page.getByRole('dialog').getByRole('switch', { name: /^Follow the user/ }));
    await expect.poll(() => location.pathname + location.search).toBe('/trade?id=3');
    const { x, y, width, height } = await vi.waitUntil(ring);
    expect([x + width / 2, y + height / 2]).toEqual([innerWidth / 2, innerHeight / 4]);
    await player({ status: 'playing', atMs: 18_000, speed: 1 });
    await expect.poll(ring).toBeUndefined();
    // However fast it was played before.
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Speed' }), '25');
    await player({ status: 'playing', atMs: 19_000, speed: 25 });
    await vi.waitUntil(ring);
    await player({ status: 'paused', atMs: 20_000, speed: 25 });
    await expect.poll(ring).toBeUndefined();
    await player({ status: 'playing', atMs: 2_000, speed: 1 });
    await expect.poll(() => location.pathname).toBe('/rank');
    followUser(false);
  });

  it('shows what the user had chosen while it follows, and gives back what this device had', async () => {
    const shown = signal<string>('holding');
    const withdraw = offerChoice('order.tab', shown);
    onTestFinished(withdraw);
    const { theme: own, homeSort: sort } = { theme: theme.peek(), homeSort: homeSort.peek() };
    const stored = () =>
      ['theme', 'home-sort', 'language'].map((name) => localStorage.getItem(`pipstream.${name}`));
    const before = stored();
    const choice = (atMs: number, name: string, value: string) =>
      ({ atMs, event: 'choice', name, value }) as const;
    await choose({
      ...survey,
      page: [
        choice(0, 'theme', 'light'),
        choice(1_000, 'home.sort', 'name-down'),
        choice(2_000, 'order.tab', 'history'),
        // A stranger's file.
        choice(3_000, 'order.tab', 'elsewhere'),
        choice(3_500, 'language', 'xx'),
        choice(4_000, '__proto__', 'x'),
        choice(20_000, 'theme', 'dark'),
      ],
    });
    const look = () => [theme.peek(), homeSort.peek(), shown.peek()];
    expect(look()[1]).toBe(sort);
    followUser(true);
    await player({ status: 'paused', atMs: 2_500, speed: 1 });
    await expect.poll(look).toEqual(['light', 'name-down', 'history']);
    await player({ status: 'paused', atMs: 10_000, speed: 1 });
    expect(look()).toEqual(['light', 'name-down', 'history']);
    await player({ status: 'paused', atMs: 20_000, speed: 1 });
    await expect.poll(look).toEqual(['dark', 'name-down', 'history']);
    // A reload now would find its own.
    expect(stored()).toEqual(before);
    followUser(false);
    await expect.poll(() => [theme.peek(), homeSort.peek(), shown.peek()]).toEqual([own, sort, 'holding']);
    expect(stored()).toEqual(before);
    homeSort.value = 'price-up';
    expect(stored()[1]).toBe('price-up');
    homeSort.value = sort;
  });

  it("goes to screens of the app alone, and asks no recording for the company's status", async () => {
    await choose({
      ...survey,
      page: [
        { atMs: 0, event: 'route', path: '/rank' },
        { atMs: 2_000, event: 'route', path: '//evil.example/' },
        { atMs: 3_000, event: 'route', path: '/news/../../x' },
        { atMs: 4_000, event: 'route', path: 'https://evil.example/' },
      ],
    });
    followUser(true);
    await player({ status: 'playing', atMs: 5_000, speed: 1 });
    await expect.poll(() => location.pathname).toBe('/rank');
    expect(await companyStatus()).toMatchObject({ ok: false, error: { code: LOCAL_CODE.replay } });
    followUser(false);
  });

  it('scrolls each screen as the user had, also one that comes back where it was left', async () => {
    const tall = document.body.appendChild(document.createElement('div'));
    tall.style.height = '3000px';
    const scrolled = () => document.scrollingElement?.scrollTop;
    await choose({
      ...survey,
      page: [
        { atMs: 0, event: 'route', path: '/rank' },
        { atMs: 5_000, event: 'scroll', y: 120 },
        { atMs: 15_000, event: 'route', path: '/news' },
        { atMs: 16_000, event: 'route', path: '/product' },
      ],
    });
    followUser(true);
    await expect.poll(scrolled).toBe(120);
    await player({ status: 'playing', atMs: 15_500, speed: 1 });
    await expect.poll(scrolled).toBe(0);
    const back = (): void => scrollTo(0, 77);
    addEventListener('pushState', back);
    addEventListener('replaceState', back);
    await player({ status: 'playing', atMs: 16_500, speed: 1 });
    await expect.poll(() => location.pathname).toBe('/product');
    await expect.poll(scrolled).toBe(0);
    removeEventListener('pushState', back);
    removeEventListener('replaceState', back);
    tall.remove();
  });

  it('scrolls to where the user was once the screen is long enough', async () => {
    const content = document.body.appendChild(document.createElement('div'));
    const scrolled = () => document.scrollingElement?.scrollTop;
    const page = [
      { atMs: 0, event: 'route', path: '/rank' },
      { atMs: 5_000, event: 'scroll', y: 2_500 },
    ] as const;
    await choose({ ...survey, page });
    followUser(true);
    for (const height of ['4000px', '0', '5000px']) {
      content.style.height = height;
      if (height === '0') await expect.poll(scrolled).toBeLessThan(2_500);
      else await expect.poll(scrolled).toBe(2_500);
    }
    content.remove();
  });

  it('shows a box in place of pictures that are missing, and their place stays', async () => {
    await choose();
    const image = document.body.appendChild(new Image(72, 72));
    const size = () => [image.getBoundingClientRect().width, image.getBoundingClientRect().height];
    image.src = '/logos/none-of-this-name.svg';
    await expect.poll(() => getComputedStyle(image).content).toMatch(/^url\("data:image/);
    expect(size()).toEqual([72, 72]);
    image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await expect.poll(() => getComputedStyle(image).content).toBe('normal');
    expect(size()).toEqual([72, 72]);
    image.remove();
  });

  it('says of what it lacks that it is not in it: trying again cannot help', async () => {
    await choose();
    scene.show('/news', <NewsScreen />, {
      getNews: () => err(refusal(LOCAL_CODE.notRecorded)),
    });
    await expect.element(page.getByText('Not in this recording')).toBeVisible();
    expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
  });

  it('loads the lists of a screen again at each moment that it jumps to, and when it ends', async () => {
    await choose();
    await player({ status: 'paused', atMs: 10_000, speed: 1 });
    const item = { id: 1, summary: '', logo: '', createdAt: '2026-01-02T12:00:09Z' };
    const has = (...titles: readonly string[]) => {
      const list = titles.map((title) => ({ ...item, title }));
      const firing = { id: 1, instrumentId: 1, price: 1, percent: 0, side: 'above' as const, reached: 1.5 };
      scene.answer({
        getNews: () => (titles.length === 0 ? err(refusal(LOCAL_CODE.notRecorded)) : ok({ list, total: 1 })),
        getAlertFirings: () =>
          titles.length === 0
            ? err(refusal(LOCAL_CODE.notRecorded))
            : ok({ list: [{ ...firing, firedAt: '2026-01-02T12:00:08Z' }] }),
      });
    };
    const missing = page.getByText('Not in this recording');
    const screen = (
      <>
        <NewsScreen />
        <Overlays />
        <Happened />
      </>
    );
    scene.show('/news', screen, {});
    has('at ten seconds');
    await expect.element(page.getByText('at ten seconds')).toBeVisible();
    const firings = () => document.querySelectorAll('li bdi').length;
    await expect.poll(firings).toBe(1);
    has();
    script.told.splice(0);
    (slider().element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await nextEngine();
    await player({ status: 'paused', atMs: 0, speed: 1 });
    await expect.poll(() => missing.elements().length).toBe(2);
    expect([page.getByText('at ten seconds').query(), firings()]).toEqual([null, 0]);
    has('while it plays');
    await userEvent.keyboard('{ArrowRight}');
    await nextEngine();
    await player({ status: 'playing', atMs: 1_000, speed: 1 });
    await expect.element(page.getByText('while it plays')).toBeVisible();
    has('of the exchange');
    endReplay();
    await nextEngine();
    await expect.element(page.getByText('of the exchange')).toBeVisible();
  });

  it('says so when its engine is lost for good, as without a network, and can be tried again', async () => {
    const engine = link();
    const { call } = engine;
    // An endless loop of calls that are refused at once would stop the tests, too.
    const called = vi
      .spyOn(engine, 'call')
      .mockImplementation((run) => (called.mock.calls.length > 1_000 ? new Promise(() => {}) : call(run)));
    onTestFinished(() => called.mockRestore());
    await userEvent.upload(only('input[type="file"]'), new File(['{}'], 'noon.jsonl'));
    await vi.waitUntil(() => replaySource.value !== undefined);
    for (let deaths = 0; deaths <= MAX_WORKER_RESTARTS; deaths++) {
      await expect.poll(() => engineHealth.value).toBe('running');
      script.killEngine();
    }
    expect(engineHealth.value).toBe('failed');
    const alert = page.getByRole('alert');
    await expect.poll(textOf(alert)).toMatch(/Try again$/);
    expect(called.mock.calls.length).toBeLessThan(20);
    script.calls.splice(0);
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    (await script.nextOf('surveyReplay')).answer(ok(survey));
    await expect.element(slider()).toBeVisible();
    script.told.splice(0);
  });

  it('does not touch the stored session, which resumes when the recording is closed', async () => {
    localStorage.setItem('pipstream.token', 'the real one');
    onTestFinished(() => localStorage.removeItem('pipstream.token'));
    await choose();
    await script.signOut('start');
    await script.signIn();
    expect(localStorage.getItem('pipstream.token')).toBe('the real one');
    await userEvent.click(button('End the replay'));
    const live = await nextEngine();
    expect([live.replay, live.token]).toEqual([undefined, 'the real one']);
    expect(session.value.status).toBe('checking');
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  });

  // spec: 2.40
  it('disables orders and changes', async () => {
    const note = 'pipstream.intent.a-cid';
    localStorage.setItem(note, '{}');
    await choose();
    await script.signIn();
    script.calls.splice(0);
    const outcomes = await Promise.all([
      closeOrder(orderId(1)),
      cancelOrder(orderId(1)),
      resetDemo(),
      ask('sendChat', { text: 'hello', cid: '12345678' }),
    ]);
    expect(outcomes.map((one) => !one.ok && one.error.code)).toEqual(Array(4).fill(LOCAL_CODE.replay));
    expect(script.calls).toEqual([]);
    expect(localStorage.getItem(note)).toBe('{}');
    scene.show('/trade', <Ticket instrument={eurusd} />, {});
    await expect.element(page.getByRole('button', { name: /^Buy/ })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: /^Sell/ })).toBeDisabled();
    await expect.element(page.getByText(/^This is a replay: nothing can be ordered/)).toBeVisible();
  });
});

describe('the player', () => {
  it('plays, pauses, steps and changes its speed', async () => {
    await choose();
    await userEvent.click(button('Pause'));
    await player({ status: 'paused', atMs: 10_000, speed: 1 });
    await userEvent.click(button('Next frame'));
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Speed' }), '25×');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Speed' }), 'Fastest');
    await userEvent.click(button('Play'));
    await vi.waitUntil(() => steered().length === 5);
    expect(steered()).toEqual([
      { kind: 'pause' },
      { kind: 'step' },
      { kind: 'speed', speed: 25 },
      { kind: 'speed', speed: 'max' },
      { kind: 'play' },
    ]);
  });

  it('seeks by keys, and keeps its speed and its pause', async () => {
    await choose();
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Speed' }), '5×');
    await userEvent.click(button('Pause'));
    await player({ status: 'paused', atMs: 10_000, speed: 5 });
    script.told.splice(0);
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '0:10 of 1:30');
    (slider().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}{ArrowLeft}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '0:21 of 1:30');
    // Keys that come slowly seek to places in between.
    await vi.waitUntil(() => configured().at(-1)?.replay?.atMs === 21_000);
    expect((await nextEngine()).replay).toMatchObject({ speed: 5, isPaused: true });
    await userEvent.keyboard('{End}');
    expect((await nextEngine()).replay?.atMs).toBe(90_000);
  });

  it('shows the note of a mark when it is passed, and reads it out', async () => {
    await choose();
    const status = page.getByRole('status', { name: 'Mark' });
    expect(textOf(status)()).toBe('');
    await player({ status: 'playing', atMs: 60_100, speed: 1 });
    await expect.poll(textOf(status)).toBe('Mark at 1:00: here');
    await expect.element(page.getByText('Mark at 1:00: here').last()).toBeVisible();
    await player({ status: 'playing', atMs: 66_000, speed: 1 });
    await expect.poll(textOf(status)).toBe('');
    // A mark without a note.
    await player({ status: 'playing', atMs: 30_100, speed: 1 });
    await expect.poll(textOf(status)).toBe('Mark at 0:30');
  });

  it('lists the marks and the errors, and jumps to them', async () => {
    await choose();
    script.told.splice(0);
    await userEvent.click(button('Marks and options'));
    const list = page.getByRole('dialog');
    await expect.element(list.getByText('TypeError # of #')).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: /^here/ }));
    expect((await nextEngine()).replay?.atMs).toBe(60_000);
    await expect.element(list).not.toBeInTheDocument();
  });

  it('jumps to the next and the previous mark by keys, but not from a field', async () => {
    await choose();
    await player({ status: 'paused', atMs: 10_000, speed: 1 });
    script.told.splice(0);
    await userEvent.keyboard(']');
    // After the mark, whose time has a fraction.
    expect((await nextEngine()).replay?.atMs).toBe(30_001);
    await player({ status: 'paused', atMs: 30_001, speed: 1 });
    await userEvent.keyboard('.');
    expect((await nextEngine()).replay?.atMs).toBe(60_000);
    await player({ status: 'paused', atMs: 60_000, speed: 1 });
    await userEvent.keyboard('[[');
    expect((await nextEngine()).replay?.atMs).toBe(30_001);
    await player({ status: 'playing', atMs: 60_400, speed: 1 });
    await userEvent.keyboard(',');
    expect((await nextEngine()).replay?.atMs).toBe(30_001);
    script.told.splice(0);
    (page.getByRole('combobox', { name: 'Speed' }).element() as HTMLElement).focus();
    await userEvent.keyboard(']');
    expect(configured()).toEqual([]);
  });

  it('stops at the next mark, also after a jump, until that is switched off', async () => {
    await choose();
    await userEvent.click(button('Marks and options'));
    const stops = page.getByRole('dialog').getByRole('switch', { name: /^Stop at the next mark/ });
    await userEvent.click(stops);
    await vi.waitUntil(() => steered().length === 1);
    expect(steered()).toEqual([{ kind: 'stopAt', atMs: 30_000.4 }]);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    await player({ status: 'paused', atMs: 30_000.4, speed: 1 });
    await userEvent.click(button('Play'));
    await vi.waitUntil(() => steered().length === 3);
    expect(steered().slice(1)).toEqual([{ kind: 'stopAt', atMs: 60_000 }, { kind: 'play' }]);
    script.told.splice(0);
    (slider().element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    expect((await nextEngine()).replay).toMatchObject({ atMs: 0, stopAtMs: 30_000.4 });
    await userEvent.click(button('Marks and options'));
    await userEvent.click(stops);
    await vi.waitUntil(() => steered().length === 1);
    expect(steered()).toEqual([{ kind: 'stopAt' }]);
  });

  it('seeks by a tap on the timeline', async () => {
    await choose();
    script.told.splice(0);
    const { width, height } = slider().element().getBoundingClientRect();
    await userEvent.click(slider(), { position: { x: width / 2, y: height / 2 } });
    const atMs = (await nextEngine()).replay?.atMs ?? 0;
    expect(Math.abs(atMs - 45_000)).toBeLessThan(400);
  });

  it('draws traffic, lost connections and marks in different colours', async () => {
    await choose();
    const canvas = only<HTMLCanvasElement>('[role="slider"] canvas');
    const { data, width } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
      width: 0,
    };
    const at = (part: number, row: number) => {
      const start = (row * width + Math.round(part * width)) * 4;
      return [...data.slice(start, start + 3)].join();
    };
    const [quiet, lost, mark] = [at(0.5, 14), at(22 / 90, 14), at(60 / 90, 14)];
    expect(new Set([quiet, lost, mark]).size).toBe(3);
  });

  it('shows the digest and the damaged line at the end', async () => {
    await choose({ ...survey, failure: { line: 812, reason: 'no such kind' } });
    await expect.element(page.getByText(/Damaged at line 812: no such kind/)).toBeVisible();
    await player({ status: 'ended', atMs: 90_000, speed: 1 });
    await expect.element(page.getByText('d1935e57')).toBeVisible();
  });

  it('shows why a file is not a recording', async () => {
    await choose();
    await player({ status: 'failed', line: 1, reason: 'not JSON' });
    await expect.poll(textOf(page.getByRole('alert'))).toMatch(/not a recording\. Line 1: not JSON/);
    await expect.element(button('End the replay')).toBeVisible();
  });

  it('can be hidden', async () => {
    await choose();
    await userEvent.click(button('Hide the controls'));
    await expect.element(slider()).not.toBeInTheDocument();
    await userEvent.click(button('Show the controls'));
    await expect.element(slider()).toBeVisible();
  });
});

describe('the performance display', () => {
  const hud = page.getByRole('complementary', { name: 'Performance display' });
  const shows = (words: RegExp) => expect.poll(textOf(hud)).toMatch(words);

  it('never shows a negative number of queued changes', async () => {
    showHud(true);
    script.put('vitals', { load: 0.5, framesPerSecond: 8, reconnects: 0, conflated: -1, dropped: {} });
    await shows(/Engine load50/);
    expect(textOf(hud)()).toMatch(/Queued changes0Messages dropped/);
    await userEvent.click(button('Hide the performance display'));
  });

  it('updates once a second, lets touches through, and has a button that hides it', async () => {
    showHud(true);
    script.put('vitals', {
      load: 0.1234,
      framesPerSecond: 42,
      reconnects: 2,
      conflated: 7,
      dropped: { stale: 3, malformed: 0 },
    });
    await shows(/Engine load12\.34%/);
    expect(textOf(hud)()).toMatch(
      /^Frames per second\d.*Messages per second42.*Messages droppedstale 3Reconnects2/,
    );
    expect(textOf(hud)()).toMatch(/Slow frames\d/);
    expect(getComputedStyle(hud.element()).pointerEvents).toBe('none');
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(button('Copy Performance display'));
    expect(copied.mock.calls[0]?.[0]).toMatch(
      /Memory: .*\n(.+\n)*browser: .*Chrome.*\nviewport: \d+ x \d+$/m,
    );
    await userEvent.click(button('Hide the performance display'));
    await expect.element(hud).not.toBeInTheDocument();
    expect(localStorage.getItem('pipstream.hud')).toBe('false');
  });
});
