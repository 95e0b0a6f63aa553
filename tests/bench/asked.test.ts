import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/figures/figure.ts';
import { spread } from '../../bench/figures/method.ts';
import { isAsked, measurePlanned, once } from '../../bench/figures/planned.ts';
import { untilStable } from '../../bench/figures/stable.ts';
import { devicesText, hasSlow, readDevice } from '../../bench/report/devices.ts';
import { waitQuiet } from '../../bench/rig/quiet.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { compared } from './samples.ts';

describe('--only', () => {
  it('finds a part of a name, in any case', () => {
    expect(isAsked(undefined, 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('p&l', 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('candles', 'P&L of 1000 positions')).toBe(false);
    expect(isAsked('candles|p&l of', 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('candles|frame', 'P&L of 1000 positions')).toBe(false);
  });

  it('measures nothing else, and a comparison of several figures once', async () => {
    const measured: string[] = [];
    const both = once(async () => {
      measured.push('both');
      return { product: spread([1]) };
    });
    const plan = (name: string, measure: () => Promise<Pick<Figure, 'product'>>) => ({
      name,
      unit: 'µs',
      goal: 1,
      measure,
    });
    const planned = [
      plan('candles vs one', both),
      plan('candles vs two', both),
      plan('profit', async () => {
        measured.push('profit');
        return { product: spread([2]) };
      }),
    ];
    expect((await measurePlanned(planned, 'candles')).map(({ name }) => name)).toEqual([
      'candles vs one',
      'candles vs two',
    ]);
    expect(measured).toEqual(['both']);
  });
});

describe('--until-stable', () => {
  it('repeats a suite until its figures are not noisy, and keeps all repetitions', async () => {
    let runs = 0;
    const figures = await untilStable(async () => {
      runs++;
      const { peer, ...figure } = compared('cost', 1);
      const few = { ...figure, product: spread([10, 10.1]), ratio: spread([1, 1.01]) };
      return [peer === undefined ? few : { ...few, peer: { ...peer, cost: spread([10, 10]) } }];
    });
    expect(runs).toBe(3);
    expect(figures[0]?.ratio?.values).toEqual([1, 1.01, 1, 1.01, 1, 1.01]);
    expect(figures[0]?.peer?.cost.values).toHaveLength(6);
  });

  it('gives up on figures that stay noisy', async () => {
    let runs = 0;
    await untilStable(
      async () => [{ ...compared('cost', 1), product: spread([++runs]), ratio: spread([runs]) }],
      3,
    );
    expect(runs).toBe(3);
  });
});

describe('--wait-quiet', () => {
  it('waits for three quiet looks in a row', async () => {
    const shares = [0.9, 0.1, 0.1, 0.5, 0.1, 0.1, 0.1];
    expect(await waitQuiet(async () => shares.shift() ?? 1)).toBeUndefined();
    expect(shares).toEqual([]);
  });

  it('says so if the machine stays busy', async () => {
    expect(await waitQuiet(async () => 0.9, 0)).toMatch(/^The machine stayed busy/);
  });
});

describe('results of devices', () => {
  const file = (name: string, value: object) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const result = (device: string, figures: object) => ({
    format: 'pipstream-device',
    device,
    browser: 'Chromium 156',
    build: 'abc',
    figures,
  });

  it('are laid side by side, with what the second has more or less, and whether each is fast enough', () => {
    const figures = (latency: number | null, frames: number) => ({
      'tick to pixel, p95': { unit: 'ms', value: latency },
      'frames per second': { unit: '/s', value: frames },
    });
    const [yes, no] = ['Yes, it is fast enough: …', 'No, it is too slow: …'];
    const one = file('a.json', { ...result('cheap phone', figures(40, 60)), answer: yes });
    const two = file('b.json', { ...result('other', figures(60, 54)), answer: no });
    const old = file('c.json', result('old', figures(null, 60)));
    expect(devicesText([one, two].map(readDevice)).split('\n')).toEqual([
      'device              cheap phone   other',
      'browser             Chromium 156  Chromium 156',
      'build               abc           abc',
      'tick to pixel, p95  40 ms         60 ms         +50 %, worse',
      'frames per second   60 /s         54 /s         -10 %, worse',
      `cheap phone: ${yes}`,
      `other: ${no}`,
    ]);
    const beside = devicesText([two, old].map(readDevice)).split('\n');
    expect(beside.slice(3)).toEqual([
      'tick to pixel, p95  60 ms         --            --',
      'frames per second   54 /s         60 /s         +11 %, better',
      `other: ${no}`,
      'old: its build gave no answer',
    ]);
    expect(
      [
        [one, two],
        [one, old],
      ].map((both) => hasSlow(both.map(readDevice))),
    ).toEqual([true, false]);
  });

  it('are refused if they are no results, with the name of the file', () => {
    const path = file('c.json', { format: 'other' });
    expect(() => readDevice(path)).toThrow(`${path} is no result of /bench on a device`);
  });
});
