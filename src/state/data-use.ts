/*
 * What the app takes of the phone's data, by day, and how it is saved: measured each ten seconds, and kept on this device.
 * The budget itself is a pure function (data-budget.ts). Orders, stops and the account never come in here.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { ok } from '../../shared/result.ts';
import { every } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { lasting } from '../link/storage.ts';
import { nextPace, PACES, SAVING, USED_UP } from './data-budget.ts';
import { bytesOn, type DataDay, dayAt, parseDays, withBytes } from './data-days.ts';
import { link } from './link.ts';
import { deviceNow } from './now.ts';

export const DATA_MODES = ['needed', 'save', 'limit'] as const;
export type DataMode = (typeof DATA_MODES)[number];
/** Choices of `dataLimit`, in megabytes a day. */
export const DATA_LIMITS = [5, 20, 50, 200] as const;
const DEFAULT_LIMIT = 20;
const DEFAULT_MODE: DataMode = 'needed';

const LOOK_S = 10;
const DAYS = 'data-days';
const MODE = 'data-mode';
const LIMIT = 'data-limit';
const DEFAULTS: Readonly<Record<string, string>> = { [MODE]: DEFAULT_MODE, [LIMIT]: String(DEFAULT_LIMIT) };

export const dataMode: Signal<DataMode> = signal(
  DATA_MODES.find((mode) => mode === lasting.get(MODE)) ?? DEFAULT_MODE,
);
export const dataLimit: Signal<number> = signal(
  DATA_LIMITS.find((limit) => String(limit) === lasting.get(LIMIT)) ?? DEFAULT_LIMIT,
);

const days = signal(parseDays(lasting.get(DAYS)));
const pace = signal(0);

/** Latest first. */
export const dataDays: ReadonlySignal<readonly DataDay[]> = days;
/** The place in `PACES` of what is asked of the connection. */
export const dataPace: ReadonlySignal<number> = pace;

/** What a limit does to the prices, if that can be seen. */
export const dataSlowed: ReadonlySignal<'used_up' | 'saving' | undefined> = computed(() => {
  if (pace.value === USED_UP) return 'used_up';
  return pace.value > SAVING ? 'saving' : undefined;
});

/** Bytes of today, so far. */
export const usedToday = (): number => bytesOn(days.value, dayAt(deviceNow()).day);

/** @returns stop */
export function startDataUse(): () => void {
  const pageBytes = countPage();
  let before = { bytes: 0, atMs: pageClock.nowMs() };

  async function look(): Promise<void> {
    const now = await link().call(async (engine) => ok(await engine.dataUsed()));
    if (!now.ok) return;
    const { bytes: known, atMs } = before;
    before = { bytes: now.value, atMs: pageClock.nowMs() };
    // A new worker begins with 0.
    const bytes = now.value - (now.value < known ? 0 : known) + pageBytes.take();
    const { day } = dayAt(deviceNow());
    // Another tab counts, too.
    if (bytes > 0) lasting.set(DAYS, withBytes(lasting.get(DAYS), day, bytes));
    days.value = parseDays(lasting.get(DAYS));
    choose(bytes / Math.max(1, (before.atMs - atMs) / 1_000));
  }

  /** @param bytesPerS since the last look */
  function choose(bytesPerS?: number): void {
    const { day, secondsLeft } = dayAt(deviceNow());
    const usedBytes = bytesOn(days.peek(), day);
    const budgetBytes = dataLimit.peek() * 1e6;
    const state = { usedBytes, budgetBytes, secondsLeft, bytesPerS, pace: pace.peek() };
    if (dataMode.peek() === 'limit') pace.value = nextPace(state);
  }

  const stopMode = effect(() => {
    keep(MODE, dataMode.value);
    keep(LIMIT, String(dataLimit.value));
    // A limit begins as careful as saving, and finds its pace from there.
    pace.value = dataMode.value === 'needed' ? 0 : SAVING;
    choose();
  });
  let isAsked = false;
  const stopPace = effect(() => {
    const asked = PACES[pace.value];
    if (asked === undefined && !isAsked) return;
    isAsked = true;
    link().keep('pace', (engine) => engine.setPace(asked));
  });
  const onLook = () => void look();
  const stopLooks = every(LOOK_S * 1_000, onLook);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    for (const stop of [stopMode, stopPace, stopLooks, pageBytes.stop]) stop();
    document.removeEventListener('visibilitychange', onLook);
  };
}

/** A choice that was never made stays open to a later default. */
function keep(key: string, value: string): void {
  if (lasting.get(key) !== null || value !== DEFAULTS[key]) lasting.set(key, value);
}

/** The bytes of files that the page itself has loaded since they were taken last, as far as the browser tells. */
function countPage() {
  let bytes = 0;
  const count = (entries: PerformanceEntryList) => {
    for (const entry of entries) if (entry instanceof PerformanceResourceTiming) bytes += entry.transferSize;
  };
  count(performance.getEntriesByType('navigation'));
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  return {
    stop: () => observer.disconnect(),
    take(): number {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
}
