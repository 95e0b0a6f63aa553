// Finds a Chromium for the tests and for pictures of replays, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Playwright's launch options: its own browser, or the path of another one. */
const found = () => {
  if (process.env.PIPSTREAM_CHROMIUM !== undefined) return { path: process.env.PIPSTREAM_CHROMIUM };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath() };
  const path = SYSTEM.find((one) => existsSync(one));
  return path === undefined ? undefined : { path };
};

/** The path of a Chromium that is here; undefined if there is none. */
export const presentBrowser = () => found()?.path;

const run = (command, args, seconds) =>
  spawnSync(command, args, { stdio: 'inherit', timeout: seconds * 1000, shell: process.platform === 'win32' })
    .status === 0;

/** @returns the path of a Chromium; undefined if none was found and the installation failed */
export function findBrowser() {
  const present = found();
  if (present) return present.path;
  console.log('No Chromium found: asking Playwright to install one.');
  if (run('npx', ['playwright', 'install', 'chromium'], 300) && found()) return found()?.path;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('That did not work: installing the chromium package of this system.');
    run('apt-get', ['update', '-qq'], 300);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 900);
  }
  return found()?.path;
}

export const howToGetBrowser =
  'The tests need a Chromium and none could be installed. Install Chromium or Google Chrome, or set PIPSTREAM_CHROMIUM to the path of one.';
