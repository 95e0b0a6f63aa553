// `start`: builds the web app when it is absent or older than its sources and the role serves it, then runs the server.
// `dev`: runs the server with the app from its sources and hot reload.
// `ops`: passes an operator's command with its arguments to the running server.
// `replay`: reads recordings; passes its arguments on.
// `sim`: runs the whole system on a fake clock, network and disk.
// `faults`: tries the faults of docs/faults.md; passes its arguments on.
// `bridge`: sends prices of a venue or a file to an exchange; installs the packages of bridges/ when a venue needs them.
// `cluster`: runs the parts of the exchange as processes, with their engines and a balancer (docs/cluster.md).
// Plain JavaScript without dependencies, so that an old Node can also run it and report the missing requirements.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, howToGetNode, root } from './node.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

const mode = process.argv[2];
const COMMANDS = {
  ops: ['server', 'ops', 'main.ts'],
  replay: ['replay', 'cli', 'main.ts'],
  sim: ['tests', 'sim', 'main.ts'],
  faults: ['tests', 'faults', 'run.ts'],
  cluster: ['bench', 'cluster', 'main.ts'],
  bridge: ['bridges', 'main.ts'],
};
const command = COMMANDS[mode];
if (mode !== 'start' && mode !== 'dev' && command === undefined)
  stop(
    'Say what to run: npm start, npm run dev, npm run ops, npm run replay, npm run sim, npm run faults, npm run cluster, or npm run bridge.',
  );
if (!existsSync(join(root, 'node_modules', 'vite')))
  stop('The packages are not installed yet: run npm ci first.');
const node = findNode();
if (node === undefined) stop(howToGetNode);
const isAsking = process.argv.some((argument) => argument === '--help' || argument === '--capacity');
const showsApp = mode === 'replay' && ['shots', 'film'].includes(process.argv[3]);
const server = [...serverFlags(), join(root, 'server', 'main.ts')];
if (mode === 'start' || showsApp || (mode === 'cluster' && !isAsking)) await buildWhenNeeded();
if (mode === 'bridge' && process.argv[3] === 'venue' && !isAsking) installBridges();
process.exitCode = await run(
  command !== undefined
    ? [
        // The parts of a cluster run with the flags of their launcher.
        ...(mode === 'cluster' ? serverFlags() : ['--disable-warning=ExperimentalWarning']),
        // Recordings are read as a stream: garbage is collected before it adds up.
        ...(mode === 'replay' ? ['--max-semi-space-size=4'] : []),
        // The server reads that file by itself; a bridge beside it has its token there.
        ...(mode === 'bridge' && existsSync('.env') ? ['--env-file=.env'] : []),
        join(root, ...command),
        ...process.argv.slice(3),
      ]
    : [...server, ...(mode === 'dev' ? ['--sources'] : []), ...process.argv.slice(3)],
);

async function buildWhenNeeded() {
  const { isBuilt } = await import('./build.mjs');
  if (isBuilt() || (mode === 'start' && !servesApp())) return;
  console.error('Building the web app…');
  // Standard output belongs to the command.
  const status = await run([join(root, 'scripts', 'build.mjs')], ['inherit', process.stderr, 'inherit']);
  if (status !== 0) stop('The web app could not be built; the reason is above.');
}

/** Only venues need the packages of `bridges/`; they are installed with the first one, and after its lock file changed. */
function installBridges() {
  const folder = join(root, 'bridges');
  // npm writes the second one when it has finished.
  const [asked, installed] = ['package-lock.json', join('node_modules', '.package-lock.json')].map((name) => {
    const path = join(folder, name);
    return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).packages['node_modules/ccxt'].integrity;
  });
  if (asked === installed) return;
  console.error('Installing ccxt into bridges/ (some 70 MB): npm ci --prefix bridges');
  const npm = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) stop('The packages of bridges/ could not be installed; the reason is above.');
}

/** Ends with the server's sentence when a setting is wrong: nobody should wait for a build to read it. */
function servesApp() {
  const asked = spawnSync(node, [...server, '--check', ...process.argv.slice(3)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment(),
  });
  if (asked.status !== 0) process.exit(asked.status ?? 1);
  return asked.stdout.trim() === 'serves the app';
}

/**
 * Ends the child when npm was ended: it signals only its shell, which passes no signal on. Started without npm, a program outlives
 * its parent, as with nohup.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 500);
  timer.unref();
}

/** Runs Node until it exits and forwards signals. Returns the exit status by the shell's convention. */
function run(args, stdio = 'inherit') {
  return new Promise((done) => {
    const child = spawn(node, args, { stdio, env: serverEnvironment() });
    endWithNpm(child);
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    child.on('error', (error) => stop(`Node could not be started: ${error.message}.`));
    child.on('exit', (code, signal) => {
      for (const one of signals) process.off(one, pass);
      done(
        signal === null
          ? (code ?? 1)
          : 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0),
      );
    });
  });
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
