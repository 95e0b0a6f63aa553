import { describe, expect, it } from 'vitest';
import { createDiskSpeed } from '../../../server/store/disk-speed.ts';

/** Which of so many syncs are waited for here, on a disk that takes as long as this for each. */
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
  it('has a fast one waited for each time', () => {
    expect(waited(createDiskSpeed(), 0.3, 1_000)).toBe(1_000);
  });

  it('leaves a slow one to another thread after a few, but for a try now and then', () => {
    const disk = createDiskSpeed();
    expect(waited(disk, 4, 100)).toBeLessThan(10);
    expect(waited(disk, 4, 1_000)).toBe(20);
  });

  it('makes nothing of one stall', () => {
    const disk = createDiskSpeed();
    waited(disk, 0.3, 100);
    waited(disk, 500, 1);
    expect(waited(disk, 0.3, 100)).toBe(100);
  });

  it('sees a slow one become fast', () => {
    const disk = createDiskSpeed();
    waited(disk, 4, 1_000);
    waited(disk, 0.3, 2_000);
    expect(waited(disk, 0.3, 100)).toBe(100);
  });
});
