import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type CpuProfile,
  functionsOf,
  functionsText,
  type HeapProfile,
  heldKb,
} from '../../bench/profile/functions.ts';
import { FOLDER_VARIABLE, profileProcess } from '../../bench/profile/profiled.ts';

/** A second in which main calls `slow` for so many ms and `steady` for 100 ms, and idles for the rest. */
function profileOf(slowMs: number): CpuProfile {
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
  };
}

it('what is held is that of our functions and of what the platform allocates for them, without files that are left out', () => {
  const node = (url: string, kb: number, ...children: HeapProfile['head'][]): HeapProfile['head'] => ({
    callFrame: { functionName: '', url, lineNumber: 0, columnNumber: 0 },
    selfSize: kb * 1_024,
    children,
  });
  const ring = node('replay/record/ring.ts', 20, node('', 300), node('shared/text.ts', 4_000));
  const head = node('', 1, node('worker/main.ts', 5, node('', 60), ring));
  expect(heldKb({ head }, (file) => file === 'replay/record/ring.ts')).toBe(65);
  expect(heldKb({ head }, () => false)).toBe(4_385);
});

describe('functions', () => {
  it('are ordered by how much their own time differs between the two sides', () => {
    const [first, ...others] = functionsOf(profileOf(300), profileOf(20));
    expect(first).toEqual({ name: 'slow src/slow.ts', before: 20, after: 300 });
    expect(others).toEqual([{ name: 'steady src/steady.ts', before: 100, after: 100 }]);
  });

  it('of peers and scenes are left out beside another version', () => {
    const withPeer = (profile: CpuProfile): CpuProfile => ({
      ...profile,
      nodes: profile.nodes.map((node) =>
        node.callFrame.functionName === 'steady'
          ? { ...node, callFrame: { ...node.callFrame, url: 'bench/engine/whole.ts' } }
          : node,
      ),
    });
    const [before, after] = [profileOf(20), profileOf(300)].map(withPeer);
    expect(after && functionsOf(after, before).map(({ name }) => name)).toEqual(['slow src/slow.ts']);
    expect(after && functionsOf(after)).toHaveLength(2);
  });

  it('are ordered by their own time if there is one side', () => {
    expect(functionsOf(profileOf(50)).map(({ name }) => name)).toEqual([
      'steady src/steady.ts',
      'slow src/slow.ts',
    ]);
  });

  it('are printed with both sides', () => {
    expect(functionsText(profileOf(300), profileOf(20)).split('\n')).toEqual([
      '    +280.0    20.0 ->   300.0  slow src/slow.ts',
      '      +0.0   100.0 ->   100.0  steady src/steady.ts',
    ]);
  });

  it('have what they allocated and is still held, wherever they were called', () => {
    const node = (functionName: string, selfSize: number, children: HeapProfile['head'][] = []) => ({
      callFrame: {
        functionName,
        scriptId: functionName === 'from' ? '0' : '7',
        url: 'src/a.ts',
        lineNumber: 1,
        columnNumber: 0,
      },
      selfSize,
      children,
    });
    const head = node('start', 512, [
      node('keep', 1_024),
      node('other', 256, [node('keep', 0, [node('from', 2_048)])]),
    ]);
    expect(functionsText({ head }).split('\n')).toEqual([
      '      3.0  keep src/a.ts',
      '      0.5  start src/a.ts',
      '      0.3  other src/a.ts',
    ]);
  });
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
