import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spread } from '../../bench/figures/method.ts';
import { isAsked, measurePlanned } from '../../bench/figures/planned.ts';
import { devicesText, hasSlow, readDevice } from '../../bench/report/devices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('--only', () => {
  it('finds a part of a name, in any case', () => {
    expect(isAsked(undefined, 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('p&l', 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('candles', 'P&L of 1000 positions')).toBe(false);
    expect(isAsked('candles|p&l of', 'P&L of 1000 positions')).toBe(true);
    expect(isAsked('candles|frame', 'P&L of 1000 positions')).toBe(false);
  });

  it('measures nothing else', async () => {
    const measured: string[] = [];
    const plan = (name: string) => ({
      name,
      unit: 'µs',
      goal: 1,
      async measure() {
        measured.push(name);
        return { product: spread([1]) };
      },
    });
    const figures = await measurePlanned(['decode', 'profit'].map(plan), 'decode');
    expect(figures.map(({ name }) => name)).toEqual(['decode']);
    expect(measured).toEqual(['decode']);
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
