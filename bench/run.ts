import { writeFileSync } from 'node:fs';
import { type Figure, isMet, tableOf } from './figure.ts';
import { describeMachine } from './machine.ts';
import { HELP, type Options, readOptions, type Suite } from './options.ts';

// `npm run bench`: see `--help`.
try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(options: Options): Promise<void> {
  const figures: Figure[] = [];
  for (const suite of options.suites) {
    console.log(`${suite} …`);
    figures.push(...(await measure(suite, options)));
  }
  const machine = describeMachine();
  console.log(`\n${tableOf(figures)}\n`);
  for (const { name, details = {} } of figures)
    for (const [what, value] of Object.entries(details)) console.log(`${name}: ${what} ${value}`);
  console.log(`\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, commit ${machine.commit}`);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ ...machine, options, figures }, null, 2)}\n`);
  if (options.check && !figures.every(isMet)) process.exitCode = 1;
}

/** A suite is loaded when it runs: sizes need no browser. */
async function measure(suite: Suite, options: Options): Promise<readonly Figure[]> {
  switch (suite) {
    case 'size':
      return (await import('./suites/size.ts')).runSize();
    case 'pnl':
      return (await import('./suites/pnl.ts')).runPnl(options.repetitions);
    case 'list':
      return (await import('./suites/list.ts')).runList(options);
    case 'server':
      return (await import('./suites/server.ts')).runServer(options);
  }
}
