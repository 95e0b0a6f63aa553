import { readFileSync } from 'node:fs';
import * as v from 'valibot';

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
      `${file} is no result of /bench on a device, which --compare with two files lays side by side: ${why}`,
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
  const rows = [
    ...(['device', 'browser', 'build'] as const).map((name) => [name, ...devices.map((one) => one[name])]),
    ...names.map((name) => [name, ...devices.map((one) => cell(one, name))]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
