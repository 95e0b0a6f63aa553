import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { serverFlags } from '../../scripts/server-flags.mjs';

const THREADS = 'V8Worker';

/** Runs a program with the server's flags; returns its output and Node's complaints about flags. */
async function run(cores: number, program: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...serverFlags(cores), '-e', program], {
    encoding: 'utf8',
  });
  return [status, stdout, stderr];
}

describe("the server's flags", () => {
  it.each([1, 2, 64])('are known to this Node, on %i cores', async (cores) => {
    expect(await run(cores, 'console.log(6 * 7)')).toEqual([0, '42\n', '']);
  });

  it('keep the young generation at a few megabytes', async () => {
    const fill = 'const kept = []; for (let at = 0; at < 4e6; at++) kept[at % 1e5] = { at };';
    const space =
      "v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size";
    const [status, size] = await run(2, `${fill} console.log(${space})`);
    expect(status).toBe(0);
    // One of its two halves is in use.
    expect(Number(size)).toBeLessThanOrEqual(8 * 2 ** 20);
    expect(Number(size)).toBeGreaterThan(0);
  });

  it.runIf(process.platform === 'linux')(
    'leave one V8 thread beside the program on a single core',
    async () => {
      const threads = `fs.readdirSync('/proc/self/task').filter((id) => fs.readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith('${THREADS}')).length`;
      expect(await run(1, `console.log(${threads})`)).toEqual([0, '1\n', '']);
    },
  );
});
