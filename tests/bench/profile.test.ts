import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SPANS, withSpan } from '../../bench/profile/bench-build.ts';
import { type CpuProfile, FOLDER_VARIABLE } from '../../bench/profile/cpu-profile.ts';
import { flameGraph } from '../../bench/profile/flame.ts';
import { functionsOf, functionsText } from '../../bench/profile/functions.ts';
import { profileProcess } from '../../bench/profile/profiled.ts';
import { root } from '../architecture/sources.ts';

/** A second in which main calls `slow` for so many ms and `steady` for 100 ms, and idles for the rest. */
function profileOf(slowMs: number, spans?: CpuProfile['spans']): CpuProfile {
  const node = (id: number, functionName: string, url: string, children: readonly number[] = []) => ({
    id,
    callFrame: { functionName, url, lineNumber: id, columnNumber: 0 },
    children,
  });
  return {
    nodes: [
      node(1, '(root)', '', [2, 5, 6]),
      node(2, 'main', 'src/main.ts', [3, 4]),
      node(3, 'slow', 'src/slow.ts'),
      node(4, 'steady', 'src/steady.ts'),
      node(5, '(idle)', ''),
      node(6, '(program)', ''),
    ],
    startTime: 0,
    endTime: 1e6,
    samples: [3, 4, 6, 5, 5],
    timeDeltas: [0, slowMs * 1000, 100_000, 200_000, 700_000 - slowMs * 1000],
    ...(spans && { spans }),
  };
}

describe('functions', () => {
  it('are ordered by how much their own time differs between the two sides', () => {
    const [first, ...others] = functionsOf(profileOf(300), profileOf(20));
    expect(first).toEqual({ name: 'slow src/slow.ts', before: 20, after: 300 });
    expect(others).toEqual([{ name: 'steady src/steady.ts', before: 100, after: 100 }]);
  });

  it('are ordered by their own time if there is one side', () => {
    expect(functionsOf(profileOf(50)).map(({ name }) => name)).toEqual([
      'steady src/steady.ts',
      'slow src/slow.ts',
    ]);
  });

  it('are printed with the spans of a tick', () => {
    const text = functionsText(
      profileOf(300, { decode: 12, paint: 4 }),
      profileOf(20, { decode: 2, paint: 4 }),
    );
    expect(text.split('\n')).toEqual([
      '    +280.0    20.0 ->   300.0  slow src/slow.ts',
      '      +0.0   100.0 ->   100.0  steady src/steady.ts',
      '  spans:',
      '     +10.0     2.0 ->    12.0  decode',
      '      +0.0     4.0 ->     4.0  paint',
    ]);
  });
});

it('a flame graph is as wide as our own work, callers above what they call', () => {
  const svg = flameGraph(profileOf(300));
  expect(svg).toContain(
    '<title>slow src/slow.ts: 300 ms/s</title><rect class="hue2" x="0.000%" y="32" width="75.000%"',
  );
  expect(svg).toContain(
    '<title>steady src/steady.ts: 100 ms/s</title><rect class="hue2" x="75.000%" y="32" width="25.000%"',
  );
  expect(svg).not.toMatch(/\(idle\)|\(program\)/);
});

it.each(SPANS)('the span $span encloses an expression of $file', (one) => {
  const text = readFileSync(join(root, one.file), 'utf8');
  expect(withSpan(text, one)).toContain(`__span('${one.span}', () => ${one.code})`);
});

it('a span measures, and returns what its expression does', () => {
  const [decode] = SPANS;
  const code = withSpan('return decode(data);', decode) ?? '';
  const run = new Function('decode', 'data', code);
  expect(run((text: string) => text.length, 'four')).toBe(4);
  expect(Reflect.get(globalThis, '__pipstreamSpans')).toEqual({ decode: expect.any(Number) });
});

it('the profile of a process names the function that was busy, and its file in the sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv(FOLDER_VARIABLE, folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await profileProcess('here', async () => keepBusy(300));
  expect(readdirSync(folder)).toEqual(['here-process.cpuprofile']);
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, 'here-process.cpuprofile'), 'utf8'));
  expect(functionsOf(profile)[0]?.name).toBe('keepBusy tests/bench/profile.test.ts');
});

function keepBusy(ms: number): number {
  let sum = 0;
  for (const until = performance.now() + ms; performance.now() < until; )
    for (let i = 0; i < 10_000; i++) sum += Math.sqrt(i);
  return sum;
}
