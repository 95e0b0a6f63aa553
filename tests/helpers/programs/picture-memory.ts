// Reads the picture in the file of the argument; prints by how many MB the process grew meanwhile, and whether it was taken.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPictureReader } from '../../../server/files/picture.ts';

const megabytes = (name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024;
const TINY = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

const read = createPictureReader();
// Loads the libraries.
await read(TINY);
const bytes = readFileSync(process.argv[2] ?? '');
await sleep(100);
// The peak counts from here.
writeFileSync('/proc/self/clear_refs', '5');
const before = megabytes('VmRSS');
const picture = await read(bytes);
console.log(
  JSON.stringify({ grewMb: Math.round(megabytes('VmHWM') - before), taken: picture !== undefined }),
);
