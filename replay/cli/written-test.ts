import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordEntry } from '../format/format.ts';
import { type Mark, markOf } from '../format/mark.ts';
import { NO_RECORD, nothingUseful, openRecording } from './entries.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { checkName, doubt, packedWithin } from './golden.ts';
import type { Io } from './io.ts';
import { reportFailure } from './recording-files.ts';
import { seenOf } from './seen.ts';
import { clockText, type Look, type WriteTask } from './tool-arguments.ts';

const FOLDER = 'tests/e2e/recorded';
/** Marks, of which each is a picture of the app. */
const MAX_MARKS = 5;
/** What the person did first is rarely what led to the fault. */
const MAX_STEPS = 60;

interface Told {
  readonly steps: readonly string[];
  readonly marks: readonly Mark[];
  readonly endMs: number;
}

/** Writes a test of what the app shows at moments of a recording, with what its user did. */
export async function writeTest({ file, name, atMs, withMarks, look }: WriteTask, io: Io): Promise<Exit> {
  checkName('--test', name);
  const recording = await openRecording(file);
  const told = await tellOf(recording.entries);
  const failure = recording.failure();
  if (failure !== undefined) return reportFailure(file, failure, io);
  if (told.endMs === 0) throw nothingUseful(`${file}: ${NO_RECORD}`, undefined);
  const late = atMs.find((ms) => ms > told.endMs);
  if (late !== undefined)
    throw new UsageError(`${file} ends at ${clockText(told.endMs)}, before ${clockText(late)}.`);
  const marks = withMarks ? told.marks.slice(-MAX_MARKS).map((mark) => Math.ceil(mark.atMs)) : [];
  const wanted = [...new Set([...atMs.map(Math.ceil), ...marks])].toSorted((a, b) => a - b);
  const moments = wanted.length > 0 ? wanted : [Math.floor(told.endMs)];
  const packed = await packedWithin(file);
  const seen = await seenOf(file, moments, look);
  const base = join(FOLDER, name);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${base}.jsonl.gz`, packed);
  const frozen = await doubt(recording.header);
  const tests = moments.map((ms, at) => testOf(ms, seen[at] ?? '', look));
  await writeFile(`${base}.test.ts`, textOf(name, [...told.steps, '', frozen, AFTER], tests));
  await io.out(`${base}.test.ts is a test now: npm test -- e2e ${base}.test.ts`);
  await io.out(`${frozen} ${AFTER}`);
  return EXIT.done;
}

const AFTER = 'Correct in it what is wrong: then it is red until the fault is mended.';

const textOf = (name: string, comment: readonly string[], tests: readonly string[]): string =>
  `import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recorded } from '../../helpers/recorded.ts';

${comment.map((line) => `// ${oneLine(line)}`.trimEnd()).join('\n')}

const report = recorded(join(import.meta.dirname, '${name}.jsonl.gz'));

${tests.join('\n')}`;

const testOf = (ms: number, seen: string, look: Look): string =>
  `it('shows at ${clockText(ms)} what is right', async () => {
  expect(await report.seenAt('${clockText(ms)}'${optionsOf(look)})).toBe(\`${literal(seen)}\`);
});
`;

function optionsOf({ screen, viewport, theme, language }: Look): string {
  const options = { screen, viewport: viewport?.join('x'), theme, lang: language };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `, { ${given.map(([name, value]) => `${name}: '${value}'`).join(', ')} }`;
}

/** A recording is a stranger's: none of its texts may end the literal or the comment in which it stands. */
const literal = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

async function tellOf(entries: AsyncIterable<{ readonly entry: RecordEntry }>): Promise<Told> {
  const steps: string[] = [];
  const marks: Mark[] = [];
  let endMs = 0;
  for await (const { entry } of entries) {
    endMs = entry.at;
    const mark = markOf(entry);
    if (mark !== undefined) marks.push(mark);
    const step = mark === undefined ? stepOf(entry) : `marks: ${JSON.stringify(mark.label)}`;
    if (step !== undefined) steps.push(`${clockText(mark?.atMs ?? entry.at)} ${step}`);
  }
  const first = `What was done${steps.length > MAX_STEPS ? `, of ${steps.length} steps the last ${MAX_STEPS}` : ''}:`;
  return { steps: [first, ...steps.slice(-MAX_STEPS)], marks, endMs };
}

/** Commands by which a person deals. */
const DEALS = /^(submit|close|cancel|amend)Order$|^setStops$|^sign|^resetDemo$/;

/** What a record says that the person did, or met. */
function stepOf(entry: RecordEntry): string | undefined {
  if (entry.kind === 'close') return 'the connection is lost';
  if (entry.kind === 'command' && DEALS.test(entry.name))
    return `${entry.name} ${JSON.stringify(entry.args)}`;
  if (entry.kind !== 'page') return undefined;
  switch (entry.event) {
    case 'route':
      return `opens ${entry.path}`;
    case 'choice':
      return `chooses ${entry.name} ${entry.value}`;
    case 'tap': {
      const { tag, role, to, nth } = entry.element;
      return `taps ${role ?? tag} ${nth + 1}${to === undefined ? '' : ` to ${to}`}`;
    }
    case 'scroll':
      return `scrolls to ${entry.y}`;
    case 'error':
      return `error: ${entry.message} (${entry.place})`;
    case 'console':
      return `console: ${entry.message}`;
  }
}
