import { readEnvironment } from '../../server/config/setting-reader.ts';
import { capacityText, readLoad } from './capacity.ts';
import { createCluster } from './cluster.ts';
import { type ClusterOptions, HELP, readOptions } from './cluster-options.ts';

// `npm run cluster`: see `--help`.
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Processes that were starting when a signal came are ended too: nothing is left to wait for.
process.exit();

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === '--capacity') return console.log(capacityText(readLoad(args.slice(1))));
  const options = readOptions(args);
  if (options === undefined) return console.log(HELP);
  if (options.bench !== undefined) return bench(options);
  const settings = readEnvironment('.env', process.env);
  if (!settings.ok) throw new Error(settings.error);
  const cluster = await createCluster(options, settings.value);
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
  const work = async () => {
    await cluster.start();
    if (options.check) process.exitCode = (await cluster.check()) ? 0 : 1;
    else if (options.drill > 0) process.exitCode = (await cluster.drill(options.drill)) ? 0 : 1;
    else if (options.roll) await cluster.roll();
    else await ended;
  };
  try {
    await Promise.race([work(), ended]);
  } finally {
    await cluster.stop();
  }
}

/** With clusters and settings of its own. */
async function bench(counts: ClusterOptions): Promise<void> {
  const { runP16 } = await import('../scale/p16.ts');
  const { runScale } = await import('./scale/scale.ts');
  const isMet =
    counts.bench === 'scale'
      ? await runScale(console.log)
      : await runP16({ ...counts, rounds: 3, seconds: 8 }, console.log);
  process.exitCode = isMet ? 0 : 1;
}
