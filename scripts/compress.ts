// Writes a brotli and a gzip copy beside every file of the built app that becomes smaller; the server sends these copies.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
const MIN_BYTES = 512;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** @param dir the built app */
export async function compressFolder(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compress));
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, await brotli(content, { params }));
  writeFileSync(`${file}.gz`, await zip(content, { level: 9 }));
}
