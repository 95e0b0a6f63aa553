import { describe, expect, inject, it } from 'vitest';
import { commands } from 'vitest/browser';
import { jumpingClock } from '../../../replay/cli/jumping-clock.ts';
import { survey } from '../../../replay/play/survey.ts';
import { blobSource } from '../../../replay/play/text-source.ts';
import { playedDigest, readDigest } from '../../replay/digests.ts';
import { sourceOf } from '../../replay/play/replay-parts.ts';
import { trafficOf } from '../../replay/traffic.ts';

const goldens: Readonly<Record<string, { readonly digest: string }>> = import.meta.glob(
  '/tests/recordings/*.state.json',
  { import: 'default', eager: true },
);

/** From the disk: over HTTP it would arrive decompressed. */
async function recordingBeside(golden: string): Promise<Blob> {
  const path = golden.slice(1).replace('.state.json', '.jsonl.gz');
  const base64 = await commands.readFile(path, 'base64');
  return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]);
}

/** A new task, which a browser does not throttle as it does timers. */
function soon(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}

const ofNode = inject('digestsOfNode');

it('a packed recording with a damaged byte in its middle is read up to there', async () => {
  const whole = await recordingBeside('/tests/recordings/stop-out.state.json');
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  const told = await survey(blobSource(new Blob([bytes])));
  expect(told).toMatchObject({ ok: true, value: { records: expect.any(Number) } });
  expect(told.ok && told.value.records).toBeGreaterThan(50);
  expect(told.ok && told.value.failure?.line).toBeGreaterThan(50);
});

describe('the digest in a browser', () => {
  it(
    'of generated traffic equals Node’s, folded or replayed',
    async () => {
      expect(ofNode.length).toBeGreaterThanOrEqual(40);
      const differing: unknown[] = [];
      for (const [at, wanted] of ofNode.entries()) {
        const text = trafficOf(at + 1);
        const digests = {
          read: await readDigest([text]),
          'played at 1x': await playedDigest(sourceOf(text), 1, jumpingClock(soon)),
          'played at 100x': await playedDigest(sourceOf(text), 100, jumpingClock(soon)),
          'played at max': await playedDigest(sourceOf(text), 'max', jumpingClock(soon)),
        };
        if (Object.values(digests).some((one) => one !== wanted))
          differing.push({ seed: at + 1, wanted, ...digests });
      }
      expect(differing).toEqual([]);
    },
    20_000 + ofNode.length * 1_000,
  );

  it('of every recording in the tests equals its golden state', async () => {
    const all = Object.entries(goldens);
    expect(all.length).toBeGreaterThanOrEqual(6);
    for (const [path, { digest }] of all) {
      const told = await survey(blobSource(await recordingBeside(path)));
      expect(told.ok && told.value.digest, path).toBe(digest);
    }
  });
});
