import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { aligned } from './aligned.ts';

/** What the page `/bench` measured on a device: `src/app/bench/device-result.ts` writes it. */
const device = v.object({
  format: v.literal('pipstream-device'),
  device: v.string(),
  browser: v.string(),
  build: v.string(),
  figures: v.record(v.string(), v.object({ unit: v.string(), value: v.nullable(v.number()) })),
});

type Device = v.InferOutput<typeof device>;

/** @throws Error with a sentence for a file that is no result of a device */
export function readDevice(file: string): Device {
  try {
    return v.parse(device, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(
      `${file} is no result of /bench on a device, of which --compare lays two side by side: ${why}`,
    );
  }
}

/** A line for each figure, a column for each device. */
export function devicesText(devices: readonly Device[]): string {
  const names = [...new Set(devices.flatMap(({ figures }) => Object.keys(figures)))];
  const cell = ({ figures }: Device, name: string) => {
    const { value = null, unit = '' } = figures[name] ?? {};
    return value === null ? '--' : `${value} ${unit}`;
  };
  return aligned([
    ...(['device', 'browser', 'build'] as const).map((name) => [name, ...devices.map((one) => one[name])]),
    ...names.map((name) => [name, ...devices.map((one) => cell(one, name))]),
  ]).join('\n');
}
