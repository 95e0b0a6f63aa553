// Writes docs/api.md from the route table; a test fails while the document is out of date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../server/http/openapi/document.ts';
import { apiMarkdown } from '../server/http/openapi/markdown.ts';
import { root } from './node.mjs';

const path = join(root, 'docs', 'api.md');
writeFileSync(path, apiMarkdown(openApiDocument()));
console.log(`Written: ${path}`);
