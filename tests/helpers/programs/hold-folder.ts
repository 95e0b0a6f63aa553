// Holds the data folder given until it is killed.
import { openStore } from '../../../server/store/open.ts';

await openStore({ dataDir: process.argv[2] ?? '' });
console.log('open');
setInterval(() => undefined, 60_000);
