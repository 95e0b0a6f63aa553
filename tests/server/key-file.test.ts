import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const FILES = Array.from({ length: 100 }, (_, i) => `${i}.key`);

/** A thread has the process id of the others, as the first process of each container has 1. */
const THREAD = `
  const { workerData: { module, random, folder, files, starts }, parentPort } = require('node:worker_threads');
  Promise.all([import(module), import(random)]).then(([{ openKeyFile }, { systemRandom }]) => {
    Atomics.add(starts, 0, 1);
    while (Atomics.load(starts, 0) < 2);
    parentPort.postMessage(files.map((file) => openKeyFile(folder, file, systemRandom).toString('base64url')));
  });
`;

it('gives processes with the same id, which start together on a new folder, one key', async () => {
  const folder = temporaryFolder();
  const starts = new Int32Array(new SharedArrayBuffer(4));
  const workerData = {
    module: join(root, 'server', 'key-file.ts'),
    random: join(root, 'server', 'random.ts'),
    folder,
    files: FILES,
    starts,
  };
  const threads = [1, 2].map(() => new Worker(THREAD, { eval: true, workerData }));
  const [first, second] = await Promise.all(
    threads.map(async (thread) => (await once(thread, 'message'))[0]),
  );
  const kept = FILES.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  expect(first).toEqual(kept);
  expect(second).toEqual(kept);
  expect(readdirSync(folder).sort()).toEqual([...FILES].sort());
});
