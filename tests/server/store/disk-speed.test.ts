import { describe, expect, it } from 'vitest';
import { createDiskSpeed } from '../../../server/store/disk-speed.ts';

/** Which of this number of syncs block the main thread, on a disk with this time for each. */
function waited(disk: ReturnType<typeof createDiskSpeed>, ms: number, syncs: number): number {
  let count = 0;
  for (let i = 0; i < syncs; i++) {
    if (!disk.isBrief()) continue;
    count++;
    disk.took(ms);
  }
  return count;
}

describe('the speed of the disk', () => {
  it('lets each sync of a fast one block', () => {
    expect(waited(createDiskSpeed(), 0.3, 1_000)).toBe(1_000);
  });

  it('leaves a slow one to another thread after a few, except for occasional probes', () => {
    const disk = createDiskSpeed();
    expect(waited(disk, 4, 100)).toBeLessThan(10);
    expect(waited(disk, 4, 1_000)).toBe(20);
  });

  it('ignores a single stall', () => {
    const disk = createDiskSpeed();
    waited(disk, 0.3, 100);
    waited(disk, 500, 1);
    expect(waited(disk, 0.3, 100)).toBe(100);
  });

  it('notices when a slow one becomes fast', () => {
    const disk = createDiskSpeed();
    waited(disk, 4, 1_000);
    waited(disk, 0.3, 2_000);
    expect(waited(disk, 0.3, 100)).toBe(100);
  });
});
