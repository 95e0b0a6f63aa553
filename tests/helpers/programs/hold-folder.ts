// Holds the given data folder, and the database if an address is given, until it is killed.
import { readDatabase } from '../../../server/config/database.ts';
import { createReader } from '../../../server/config/setting-reader.ts';
import { openStore } from '../../../server/store/store.ts';

const [dataDir = '', address = ''] = process.argv.slice(2);
await openStore({ dataDir, database: readDatabase(createReader({ DATABASE_URL: address })) });
console.log('open');
setInterval(() => undefined, 60_000);
