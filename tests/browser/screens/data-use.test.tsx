import { afterEach, beforeAll, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ConnectionChip } from '../../../src/app/ConnectionChip.tsx';
import { SlowedPrices } from '../../../src/app/SlowedPrices.ts';
import { DataSection } from '../../../src/screens/Diagnostics/DataSection.tsx';
import { DataRows } from '../../../src/screens/Settings/DataRows.tsx';
import { PACES, SAVING, USED_UP } from '../../../src/state/data-budget.ts';
import { dayAt } from '../../../src/state/data-days.ts';
import { dataMode } from '../../../src/state/data-use.ts';
import { deviceNow } from '../../../src/state/now.ts';
import { render } from '../components/render.tsx';
import * as script from '../scripted/script.ts';

beforeAll(script.startScripted);
afterEach(() => {
  dataMode.value = 'needed';
  localStorage.removeItem('pipstream.data-days');
});

const choose = (text: string) =>
  userEvent.click(
    [...document.querySelectorAll('label')].find((one) => one.textContent === text) ?? document.body,
  );
const paces = () => script.told.filter(({ name }) => name === 'setPace').map(({ argument }) => argument);
const kept = (name: string) => localStorage.getItem(`pipstream.data-${name}`);

/** Has so many bytes used today, and looked at. */
function use(bytes: number): void {
  localStorage.setItem('pipstream.data-days', `${dayAt(deviceNow()).day} ${bytes},2026-01-02 7000`);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('prices come as fast as ever until somebody saves; what is chosen is kept', async () => {
  await render(
    <>
      <SlowedPrices />
      <DataRows />
    </>,
  );
  expect([paces(), kept('mode'), kept('limit')]).toEqual([[], null, null]);
  await choose('Save');
  await expect.poll(paces).toEqual([PACES[SAVING]]);
  await choose('Limit');
  await choose('50 MB');
  expect([kept('mode'), kept('limit')]).toEqual(['limit', '50']);
  await choose('As needed');
  await expect.poll(() => paces().at(-1)).toBeUndefined();
});

it('a limit that is used up has the slowest pace, and is said in place of the connection, and by day', async () => {
  await script.putConnection('live');
  await render(
    <>
      <SlowedPrices />
      <ConnectionChip>{null}</ConnectionChip>
      <DataRows />
      <DataSection />
    </>,
  );
  const chip = () => document.querySelector('[role="status"]')?.textContent;
  await choose('Limit');
  await choose('5 MB');
  const before = chip();
  use(5_100_000);
  await expect.poll(() => paces().at(-1)).toEqual(PACES[USED_UP]);
  await expect.poll(chip).toBe('Data used up');
  expect(document.body.textContent).toMatch(/Used today: \d+\.\d MB/);
  expect(document.body.textContent).toContain('7 kB');
  await choose('As needed');
  await expect.poll(chip).toBe(before);
});
