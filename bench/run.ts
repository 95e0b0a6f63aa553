import { writeFileSync } from 'node:fs';
import { runAgainst } from './against/against.ts';
import { goalsOf } from './cluster/cluster-goals.ts';
import { printFigure } from './cluster/print-figure.ts';
import { checked, judged, keyOf } from './figures/judge.ts';
import { isAsked } from './figures/planned.ts';
import { conditionsOf, helpText, type Options, type Outputs, readOptions, turnOptions } from './options.ts';
import { expectPaths } from './paths.ts';
import { explain } from './profile/explain.ts';
import { isProfiling, profileProcess } from './profile/profiled.ts';
import { type Judgement, junit, reportToGithub, unjudgedSuites } from './report/ci-output.ts';
import { describeCommit, describeMachine, describeVersions, load } from './report/describe-machine.ts';
import { devicesText, hasSlow, readDevice } from './report/devices.ts';
import { terminalText, whereText } from './report/figure-text.ts';
import { record } from './report/record-result.ts';
import { latestResult, printResult, type Result } from './report/run-result.ts';
import { takeBrowserAt } from './rig/chromium.ts';
import { ensurePeers } from './rig/peers.ts';
import { ensureBrowser } from './rig/product-build.ts';
import { endShared } from './rig/shared.ts';
import { runAll } from './suites/progress.ts';
import { SUITES } from './suites/suites.ts';

const NAMES = SUITES.map(({ name }) => name);

// `npm run bench`: see `--help`.
try {
  const options = readOptions(process.argv.slice(2), NAMES);
  if (options === undefined) console.log(helpText(SUITES));
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // It could not begin; 1 is a verdict.
  process.exitCode = 2;
}

async function main(options: Options & Outputs): Promise<void> {
  // Checked before anything is measured: a wrong name should not cost an hour.
  expectPaths(options);
  const connected = options.connect === undefined ? undefined : await takeBrowserAt(options.connect);
  if (options.against !== undefined) {
    if (await runAgainst(options.against, options)) process.exitCode = 1;
    return;
  }
  if (options.devices !== undefined) {
    const devices = options.devices.map(readDevice);
    console.log(devicesText(devices));
    if (hasSlow(devices)) process.exitCode = 1;
    return;
  }
  const latest = options.record ? latestResult() : undefined;
  const { result, failures, verdicts } = await measure(options, connected);
  if (latest !== undefined && result.figures.length > 0) record(latest, result, NAMES);
  for (const goal of goalsOf(result.figures))
    await printFigure(goal, console.log, options.record || undefined);
  if (result.figures.length > 0) await handOut(result, verdicts, options);
  if (options.check) check(verdicts);
  for (const sentence of failures) console.error(sentence);
  if (failures.length > 0) process.exitCode = 1;
}

async function handOut(
  result: Result,
  judgements: readonly Judgement[],
  options: Options & Outputs,
): Promise<void> {
  console.log(`\n${terminalText(result.figures)}\n\n${result.runs.map(whereText).join('\n')}`);
  const { json, junit: file, github, check: isChecked, profile, suites } = options;
  if (json !== undefined) writeFileSync(json, printResult(result));
  if (file !== undefined) writeFileSync(file, junit(judgements));
  const missed = judgements.filter(({ verdict }) => isChecked && verdict === 'missed');
  const slow = suites.filter(
    (name) => profile !== undefined || missed.some(({ figure }) => figure.suite === name),
  );
  // A turn under the profiler.
  if (slow.length > 0 && !isProfiling())
    await explain({ suites: slow, turn: turnOptions(options), folder: profile });
  if (github) reportToGithub(judgements);
}

function check(verdicts: readonly Judgement[]): void {
  const missed = verdicts.filter(({ verdict }) => verdict === 'missed');
  const certain = verdicts.filter(({ verdict }) => verdict !== 'unclear');
  for (const { figure } of missed) console.error(`missed: ${keyOf(figure)}`);
  const others = certain.length < verdicts.length ? '; the others are not certain enough' : '';
  console.error(`judged ${certain.length} of ${verdicts.length} figures${others}`);
  const unjudged = unjudgedSuites(verdicts);
  for (const suite of unjudged)
    console.error(`${suite}: no figure has a certain verdict, so nothing was checked; try more --reps`);
  if (missed.length + unjudged.length > 0) process.exitCode = 1;
}

interface Measured {
  readonly result: Result;
  /** One sentence for each suite without figures. */
  readonly failures: readonly string[];
  readonly verdicts: readonly Judgement[];
}

/** @param connected version of the browser that runs already */
async function measure(options: Options, connected?: string): Promise<Measured> {
  const suites = SUITES.filter(({ name }) => options.suites.includes(name));
  const withBrowser = suites.some(({ browser }) => browser);
  if (withBrowser) await ensureBrowser();
  if (options.peers && suites.some(({ peers }) => peers)) ensurePeers();
  const commit = describeCommit();
  const loadAtStart = load();
  const verdicts: Judgement[] = [];
  const { results, failures: failed } = await runAll(suites, options, async (suite) => {
    const later = suites.slice(suites.indexOf(suite) + 1).flatMap(({ shares = [] }) => shares);
    try {
      const run = () => suite.run(options);
      const measured = await (isProfiling() && !suite.browser ? profileProcess(suite.name, run) : run());
      const figures = measured.filter(({ name }) => isAsked(options.only, name));
      await endShared(later);
      return figures.map((asked) => {
        const figure = judged(suite.name, asked);
        verdicts.push({ figure, verdict: checked(asked) });
        return figure;
      });
    } catch (error) {
      // A failed suite may have left something behind in the shared resources, so all of them are closed.
      await endShared();
      throw error;
    }
  });
  const run = {
    suites: [...results.keys()],
    date: new Date().toISOString(),
    ...commit,
    machine: { ...describeMachine(), loadAtStart, loadAtEnd: load() },
    versions: describeVersions(withBrowser, connected),
    options: conditionsOf(options),
  };
  const figures = [...results.values()].flat();
  const unknown = !options.only || figures.length > 0 ? [] : [`No figure has "${options.only}" in its name.`];
  const failures = [...failed, ...unknown];
  return { result: { format: 'pipstream-bench', version: 3, runs: [run], figures }, failures, verdicts };
}
