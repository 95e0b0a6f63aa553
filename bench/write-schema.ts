import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultSchema } from './report/run-result.ts';

// `node bench/write-schema.ts` rewrites bench/schema.json after a change of the result format.
writeFileSync(join(import.meta.dirname, 'schema.json'), `${JSON.stringify(resultSchema(), null, 2)}\n`);
