import { expect, onTestFinished, test } from 'vitest';
import { dropAside, putAside } from '../../../src/link/recorded-file.ts';

/** Writes as the engine's worker does, and holds the file. */
const WRITER = `
  onmessage = async ({ data: [name, text] }) => {
    const folder = await navigator.storage.getDirectory();
    const access = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
    access.write(new TextEncoder().encode(text));
    postMessage('written');
  };`;

async function written(name: string, text: string): Promise<Worker> {
  const worker = new Worker(URL.createObjectURL(new Blob([WRITER])));
  await new Promise((done) => {
    worker.onmessage = done;
    worker.postMessage([name, text]);
  });
  return worker;
}

test('what a worker has written that has ended is put aside, until it is dropped', async () => {
  const folder = await navigator.storage.getDirectory();
  const names = async () => {
    const all: string[] = [];
    for await (const name of folder.keys()) all.push(name);
    return all.sort();
  };
  onTestFinished(async () => {
    for (const name of await names()) await folder.removeEntry(name);
  });
  const other = await written('recording-1000', 'of another tab');
  for (const text of ['the first', 'the second']) {
    (await written('recording-2000', text)).terminate();
    expect(await (await putAside(2_020))?.text()).toBe(text);
    expect(await names()).toEqual(['interrupted-recording', 'recording-1000']);
  }
  expect(await putAside(900)).toBeUndefined();
  other.terminate();
  await dropAside();
  expect(await names()).toEqual(['recording-1000']);
  await dropAside();
});
