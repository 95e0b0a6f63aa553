import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { runAgainst } from './against/against.ts';
import { checked, judged, keyOf } from './figures/judge.ts';
import { helpText, type Options, type Outputs, readOptions } from './options.ts';
import { annotations, type Judgement, junit, summary, unjudgedSuites } from './report/ci-output.ts';
import { differences, differencesText, isRegression } from './report/compare.ts';
import { terminalText, whereText } from './report/figure-text.ts';
import { describeCommit, describeMachine, describeVersions, fileAt, load } from './report/machine.ts';
import { record } from './report/record.ts';
import { LATEST, latestResult, parseResult, printResult, type Result } from './report/result.ts';
import { ensurePeers } from './rig/peers.ts';
import { ensureBrowser } from './rig/product-build.ts';
import { endShared } from './rig/shared.ts';
import { runAll } from './suites/progress.ts';
import { SUITES } from './suites/suites.ts';

// `npm run bench`: see `--help`.
try {
  const options = readOptions(
    process.argv.slice(2),
    SUITES.map(({ name }) => name),
  );
  if (options === undefined) console.log(helpText(SUITES));
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(options: Options & Outputs): Promise<void> {
  if (options.against !== undefined) {
    if (await runAgainst(options.against, options.suites)) process.exitCode = 1;
    return;
  }
  // Checked before anything is measured: a wrong name should not cost an hour.
  const { compare, json, report, recording } = options;
  const before = compare === undefined ? undefined : readBefore(compare);
  const latest = options.record ? latestResult() : undefined;
  if (recording !== undefined) accessSync(recording, constants.R_OK);
  if (report !== undefined) mkdirSync(report, { recursive: true });
  for (const file of [json, options.junit]) if (file !== undefined) appendFileSync(file, '');
  const { result, failures, verdicts } = await measure(options);
  if (latest !== undefined && result.figures.length > 0)
    record(
      latest,
      result,
      SUITES.map(({ name }) => name),
    );
  if (result.figures.length > 0) await handOut(result, verdicts, options, before);
  // The check above created empty files.
  else
    for (const file of [json, options.junit])
      if (file !== undefined && statSync(file).size === 0) rmSync(file);
  if (options.check) check(verdicts);
  for (const sentence of failures) console.error(sentence);
  if (failures.length > 0) process.exitCode = 1;
}

async function handOut(
  result: Result,
  judgements: readonly Judgement[],
  options: Outputs,
  before: Result | undefined,
): Promise<void> {
  console.log(`\n${terminalText(result.figures)}\n\n${result.runs.map(whereText).join('\n')}`);
  if (options.json !== undefined) writeFileSync(options.json, printResult(result));
  if (options.report !== undefined)
    await (await import('./report/write.ts')).writeReport(result, options.report);
  if (options.junit !== undefined) writeFileSync(options.junit, junit(judgements));
  const found = before === undefined ? undefined : differences(before, result);
  if (found !== undefined) {
    console.log(`\n${differencesText(found, options.compare ?? '')}`);
    if (isRegression(found)) process.exitCode = 1;
  }
  if (options.github) {
    console.log(annotations(judgements, found?.changes ?? []));
    const file = process.env['GITHUB_STEP_SUMMARY'];
    if (file === undefined) console.log(summary(judgements, found));
    else appendFileSync(file, summary(judgements, found));
  }
}

function check(verdicts: readonly Judgement[]): void {
  const missed = verdicts.filter(({ verdict }) => verdict === 'missed');
  const certain = verdicts.filter(({ verdict }) => verdict !== 'unclear');
  for (const { figure } of missed) console.error(`missed: ${keyOf(figure)}`);
  console.error(`judged ${certain.length} of ${verdicts.length} figures; the others are not certain enough`);
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

async function measure(options: Options): Promise<Measured> {
  const suites = SUITES.filter(({ name }) => options.suites.includes(name));
  const withBrowser = suites.some(({ browser }) => browser);
  if (withBrowser) await ensureBrowser();
  if (options.peers && suites.some(({ peers }) => peers)) ensurePeers();
  const commit = describeCommit();
  const loadAtStart = load();
  const verdicts: Judgement[] = [];
  const { results, failures } = await runAll(suites, options, async (suite) => {
    const later = suites.slice(suites.indexOf(suite) + 1).flatMap(({ shares = [] }) => shares);
    try {
      const figures = await suite.run(options);
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
  const { quick, repetitions, seconds, throttle, rates, recording, minutes, peers } = options;
  const run = {
    suites: [...results.keys()],
    date: new Date().toISOString(),
    ...commit,
    machine: { ...describeMachine(), loadAtStart, loadAtEnd: load() },
    versions: describeVersions(withBrowser),
    options: {
      quick,
      repetitions,
      seconds,
      throttle,
      rates,
      ...(recording === undefined ? {} : { recording: basename(recording) }),
      minutes,
      peers,
    },
  };
  const figures = [...results.values()].flat();
  return { result: { format: 'pipstream-bench', version: 2, runs: [run], figures }, failures, verdicts };
}

/** Reads a result file, or the latest result of a commit. */
function readBefore(fileOrRef: string): Result {
  if (existsSync(fileOrRef)) return parseResult(readFileSync(fileOrRef, 'utf8'), fileOrRef);
  const text = fileAt(fileOrRef, LATEST);
  if (text === undefined)
    throw new Error(`"${fileOrRef}" is neither a file nor a commit that has ${LATEST}.`);
  return parseResult(text, `${LATEST} of ${fileOrRef}`);
}
