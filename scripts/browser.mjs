// Finds a Chromium for the tests and for pictures of replays, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The paths of browsers that are here: the one that was named, or Playwright's and those of the system. */
function candidates() {
  if (process.env.PIPSTREAM_CHROMIUM !== undefined) return [process.env.PIPSTREAM_CHROMIUM];
  return [chromium.executablePath(), ...SYSTEM].filter((path) => existsSync(path));
}

/** The path of a Chromium that is here, or undefined. */
export const presentBrowser = () => candidates()[0];

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

/** The path of `chromium-headless-shell`, which paints a frame on request, or undefined. `PIPSTREAM_HEADLESS_SHELL` goes before PATH. */
export function presentShell() {
  if (process.env.PIPSTREAM_HEADLESS_SHELL !== undefined) return process.env.PIPSTREAM_HEADLESS_SHELL;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return SHELLS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Opens an empty page: an executable can lack libraries, or be a stub of a package that is not installed. */
function starts(path) {
  const profile = mkdtempSync(join(tmpdir(), 'pipstream-browser-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    `--user-data-dir=${profile}`,
  ];
  const { status, error, stderr } = spawnSync(path, [...flags, '--dump-dom', 'about:blank'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  if (status === 0) return true;
  const [why] = (error?.message ?? stderr).trim().split('\n');
  console.error(`${path} does not start: ${why || `it ended with ${status}`}`);
  return false;
}

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', timeout: 900_000, shell: process.platform === 'win32' });

/** @returns the path of a Chromium that starts; undefined if none was found and the installation failed */
export function findBrowser() {
  const present = candidates().find(starts);
  if (present !== undefined || process.env.PIPSTREAM_CHROMIUM !== undefined) return present;
  console.log('No Chromium found that starts: asking Playwright to install one.');
  run('npx', 'playwright', 'install', 'chromium');
  const installed = candidates().find(starts);
  if (installed !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return installed;
  console.log('That did not work: installing the chromium package of this system.');
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
  return candidates().find(starts);
}

export const howToGetBrowser =
  'The tests need a Chromium that starts, and none could be installed. Install Chromium or Google Chrome, or set PIPSTREAM_CHROMIUM to the path of one. If libraries are missing: sudo npx playwright install-deps chromium.';
