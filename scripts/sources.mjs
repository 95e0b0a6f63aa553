// Computes a digest of all that the built app is made from; the app is built again only when the digest changes.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PARTS = [
  ...['index.html', 'package.json', 'package-lock.json', 'vite.config.ts', 'scripts/bundle'],
  ...['public', 'service-worker', 'shared', 'src', 'worker'],
  // The recorder and the player; their command line is not bundled.
  ...['replay/fold', 'replay/format', 'replay/import', 'replay/play', 'replay/record'],
];

/** Settings that are part of the built app. */
const SETTINGS = ['VITE_API_LABEL', 'VITE_PC_API_LABEL', 'VITE_COMPLAINT_URL'];

/** @param {string} root the project's folder */
export function digestSources(root, environment = process.env) {
  const digest = createHash('sha256');
  for (const name of SETTINGS) digest.update(`${name}=${environment[name] ?? ''}\n`);
  for (const part of PARTS) add(digest, root, part);
  return digest.digest('hex');
}

function add(digest, root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) add(digest, root, `${path}/${name}`);
    return;
  }
  const content = readFileSync(full);
  digest.update(`${path}\n${content.length}\n`).update(content);
}
