import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { attachWorker, pageTarget } from '../../bench/probe/worker-target.ts';
import { type CpuProfile, functionsOf, type HeapProfile } from '../../bench/profile/functions.ts';
import { FOLDER_VARIABLE, whileHolding, whileProfiled } from '../../bench/profile/profiled.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const LOOP =
  'let sum = 0; for (const end = performance.now() + 300; performance.now() < end; ) sum += Math.sqrt(sum + 1);';
const WORKER = `onmessage = function workerWork() { ${LOOP} postMessage(sum); };`;
const PAGE = `<script>
  const source = URL.createObjectURL(new Blob([${JSON.stringify(WORKER)}]));
  const engine = new Worker(source, { name: 'engine' });
  const kept = [];
  function remember() { for (let at = 0; at < 40; at++) kept.push(new Array(5_000).fill(at + 0.5)); }
  function forget() { for (let at = 0; at < 400; at++) new Array(5_000).fill(at + 0.5); }
  function pageWork() { ${LOOP} return new Promise((done) => { engine.onmessage = done; engine.postMessage(sum); }); }
</script>`;

async function openPage() {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent(PAGE);
  return { page, cdp: await page.context().newCDPSession(page) };
}

it('profiles a page and its worker, and neither outside a run that takes profiles', async () => {
  const { page, cdp } = await openPage();
  const work = () => page.evaluate('pageWork().then(() => 7)');
  const folder = temporaryFolder();

  expect(await whileProfiled({ name: 'taps', worker: 'engine' }, cdp, work)).toBe(7);
  vi.stubEnv(FOLDER_VARIABLE, folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await whileProfiled(undefined, cdp, work)).toBe(7);
  expect(readdirSync(folder)).toEqual([]);

  expect(await whileProfiled({ name: 'chart' }, cdp, work)).toBe(7);
  expect(await whileProfiled({ name: 'taps', worker: 'engine' }, cdp, work)).toBe(7);
  expect(readdirSync(folder).toSorted()).toEqual([
    'chart-page.cpuprofile',
    'taps-page.cpuprofile',
    'taps-worker.cpuprofile',
  ]);
  const functionsIn = (file: string) => {
    const profile: CpuProfile = JSON.parse(readFileSync(join(folder, `${file}.cpuprofile`), 'utf8'));
    return profile.nodes.map(({ callFrame }) => callFrame.functionName);
  };
  expect(functionsIn('chart-page')).toContain('pageWork');
  expect(functionsIn('taps-worker')).toContain('workerWork');
});

it('names the functions whose objects stay, not those whose objects went', async () => {
  const { page, cdp } = await openPage();
  const targets = { page: pageTarget(cdp), worker: await attachWorker(cdp, 'engine') };
  const work = () => page.evaluate('forget(), remember(), 7');
  const folder = temporaryFolder();
  vi.stubEnv(FOLDER_VARIABLE, folder);
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(await whileHolding(targets, work)).toBe(7);
  expect(readdirSync(folder).toSorted()).toEqual(['page.heapprofile', 'worker.heapprofile']);
  const held: HeapProfile = JSON.parse(readFileSync(join(folder, 'page.heapprofile'), 'utf8'));
  const [first, ...others] = functionsOf(held);
  expect(first?.name).toMatch(/^remember\b/);
  expect(first?.after).toBeGreaterThan(1_000);
  for (const { name, after } of others) if (name.startsWith('forget')) expect(after).toBeLessThan(200);
});
