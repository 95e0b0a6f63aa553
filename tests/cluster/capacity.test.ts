import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSTANTS, capacityOf, capacityText, readLoad } from '../../scripts/cluster/capacity.ts';
import { root } from '../architecture/sources.ts';

/** Each row of the sizing table in docs/cluster.md. */
const TABLE = [
  {
    args: ['rows=0', 'hz=25', 'deflate=0'],
    kb: '193',
    frames: '25',
    sockets: '720',
    gateways: '1,389',
    gbit: '1,544',
  },
  { args: ['rows=0', 'hz=25'], kb: '68', frames: '25', sockets: '720', gateways: '1,389', gbit: '540' },
  { args: ['rows=0'], kb: '27', frames: '4', sockets: '4,500', gateways: '223', gbit: '216' },
  { args: [], kb: '7.8', frames: '4.5', sockets: '4,000', gateways: '250', gbit: '62' },
];

describe('the capacity of a cluster', () => {
  it.each(TABLE)('for a million sockets with %j', ({ args, kb, frames, sockets, gateways, gbit }) => {
    const needed = capacityOf(readLoad(args));
    const whole = (value: number) => Math.round(value).toLocaleString('en');
    const kilobytes = needed.bytesPerPhone / 1_000;
    expect([
      kilobytes < 10 ? kilobytes.toFixed(1) : whole(kilobytes),
      String(needed.framesPerPhone),
      whole(needed.socketsPerCore),
      whole(needed.gateways),
      whole(needed.gbitPerSecond),
    ]).toEqual([kb, frames, sockets, gateways, gbit]);
    const page = readFileSync(join(root, 'docs', 'cluster.md'), 'utf8');
    const how = args.length === 0 ? 'as it is' : `\`${args.join(' ')}\``;
    const row = `| ${how} | ${frames} | ${kb} | ${sockets} | ${gateways} | ${gbit} |`;
    expect(page).toContain(row);
  });

  it('names the machines, the memory, the dealers and the broker', () => {
    const { machines, socketsPerMachine, gbPerMachine, dealers, brokerCores } = capacityOf(readLoad([]));
    expect([machines, socketsPerMachine, dealers]).toEqual([26, 48_000, 14]);
    expect(gbPerMachine).toBeCloseTo(5.28);
    expect(brokerCores).toBeCloseTo(0.8, 1);
  });

  it('never promises more for more: each input moves the need its way', () => {
    const base = capacityOf(readLoad(['sockets=100000']));
    const more = (arg: string) => capacityOf(readLoad(['sockets=100000', arg]));
    expect(more('hz=8').gateways).toBeGreaterThan(base.gateways);
    expect(more('instruments=1000').gbitPerSecond).toBeGreaterThan(base.gbitPerSecond);
    expect(more('orderEvery=30').dealers).toBeGreaterThan(base.dealers);
    expect(more('spare=100').machines).toBeGreaterThan(base.machines);
    expect(more('cores=8').machines).toBeGreaterThan(base.machines);
  });

  it('counts whole processes', () => {
    const text = capacityText(readLoad(['sockets=20000']));
    expect(text).toContain('\ngateways:  5 processes ');
    expect(text).toContain('\nmachines:  2 with 16 cores');
    expect(text).toContain('\ndealers:   1 for 133 fills/s');
  });

  it('says where each constant is from', () => {
    const text = capacityText(readLoad([]));
    for (const [name, { value }] of Object.entries(CONSTANTS)) expect(text).toContain(`${name} ${value}: `);
    expect(
      Object.values(CONSTANTS).every(({ source }) =>
        /^(measured|planned|the (contract|design))/.test(source),
      ),
    ).toBe(true);
  });

  it.each(['sockets', 'phones=1', 'sockets=-1', 'sockets=0', 'toString=1'])('refuses %s', (arg) => {
    expect(() => readLoad([arg])).toThrow(`not "${arg}"`);
  });
});
