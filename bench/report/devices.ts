import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { aligned } from './aligned.ts';

/** What the page `/bench` measured on a device: `src/app/bench/device-result.ts` writes it. */
const device = v.object({
  format: v.literal('pipstream-device'),
  device: v.string(),
  browser: v.string(),
  build: v.string(),
  /** Missing in those of older builds. */
  answer: v.optional(v.string()),
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

/** Whether one of them said that it is too slow. */
export const hasSlow = (devices: readonly Device[]): boolean =>
  devices.some(({ answer = '' }) => answer.startsWith('No, '));

/** Of these figures more is better. */
const MORE_IS_BETTER: readonly string[] = ['frames per second'];

/** A line for each figure, a column for each device and one for what the second has more or less; then whether each is fast enough. */
export function devicesText(devices: readonly Device[]): string {
  const names = [...new Set(devices.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = aligned([
    ...(['device', 'browser', 'build'] as const).map((name) => [name, ...devices.map((one) => one[name])]),
    ...names.map((name) => [
      name,
      ...devices.map((one) => cellOf(one, name)),
      changeOf(
        devices.map(({ figures }) => figures[name]?.value ?? undefined),
        name,
      ),
    ]),
  ]);
  const answers = devices.map(({ device, answer = 'its build gave no answer' }) => `${device}: ${answer}`);
  return [...lines, ...answers].join('\n');
}

function cellOf({ figures }: Device, name: string): string {
  const { value = null, unit = '' } = figures[name] ?? {};
  return value === null ? '--' : `${value} ${unit}`;
}

function changeOf([first, second]: readonly (number | undefined)[], name: string): string {
  if (first === undefined || second === undefined || first === 0) return '--';
  const percent = Math.round((second / first - 1) * 100);
  if (percent === 0) return 'equal';
  return `${percent > 0 ? '+' : ''}${percent} %, ${percent > 0 === MORE_IS_BETTER.includes(name) ? 'better' : 'worse'}`;
}
