import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultSchema } from './report/result.ts';

// `node bench/schema.ts`: writes bench/schema.json anew, after a change of what a result holds.
writeFileSync(join(import.meta.dirname, 'schema.json'), `${JSON.stringify(resultSchema(), null, 2)}\n`);
