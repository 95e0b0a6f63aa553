import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const SCRIPT = pathToFileURL(join(root, 'scripts', 'browser.mjs')).href;

/** What the tests find if this is the browser that was named. */
function find(browser: string) {
  const program = `const { findBrowser } = await import('${SCRIPT}'); console.log(String(findBrowser()));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PIPSTREAM_CHROMIUM: browser },
  });
  return { found: stdout.trim(), said: stderr.trim() };
}

function executable(...lines: readonly string[]): string {
  const path = join(temporaryFolder(), 'browser');
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(process.platform === 'win32')('the browser of the tests', () => {
  it('is the one that was named, if it starts', () => {
    const path = executable('echo "<html></html>"');
    expect(find(path)).toEqual({ found: path, said: '' });
  });

  it('is none if that one does not start, and the reason is said', () => {
    const broken = executable('echo "error while loading shared libraries: libnss3.so" >&2', 'exit 127');
    expect(find(broken)).toEqual({
      found: 'undefined',
      said: `${broken} does not start: error while loading shared libraries: libnss3.so`,
    });
    const absent = join(temporaryFolder(), 'none');
    expect(find(absent)).toEqual({
      found: 'undefined',
      said: expect.stringContaining(`${absent} does not start: `),
    });
  });
});
