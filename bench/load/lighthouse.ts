import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const LIGHTHOUSE = 'lighthouse@13.5.0';
const DEADLINE_MS = 180_000;
const REPORT_BYTES = 64 * 2 ** 20;
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

/** Lighthouse's performance score, 0 to 100, and its benchmark index of the machine at that moment: more is faster. */
interface Score {
  readonly score: number;
  readonly benchmarkIndex: number;
}

/** A score, or why Lighthouse gave no score. */
type Answer = Score | { readonly reason: string };

/**
 * Collects `times` scores. Lighthouse fails now and then, so one failure is retried; after two in a row the result has
 * fewer scores and the reason.
 */
export async function askOften(
  times: number,
  ask: () => Promise<Answer>,
): Promise<{ readonly scores: readonly Score[]; readonly reason?: string }> {
  const scores: Score[] = [];
  let refused: string | undefined;
  while (scores.length < times) {
    const answer = await ask();
    if ('score' in answer) {
      scores.push(answer);
      refused = undefined;
    } else if (refused !== undefined) return { scores, reason: answer.reason };
    else refused = answer.reason;
  }
  return { scores };
}

/** Runs Lighthouse through `npx`, which downloads it if necessary. */
export async function lighthouseScore(url: string): Promise<Answer> {
  const asked = ['--quiet', '--output=json', '--output-path=stdout', '--only-categories=performance'];
  const { stdout, stderr } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, ...asked, `--chrome-flags=${CHROME_FLAGS}`],
    {
      shell: process.platform === 'win32',
      env: { ...process.env, CHROME_PATH: process.env['PIPSTREAM_CHROMIUM'] },
      timeout: DEADLINE_MS,
      maxBuffer: REPORT_BYTES,
    },
    // A failed command rejects with its output.
  ).catch(({ stdout = '', stderr = '', message }) => ({ stdout, stderr: stderr || message }));
  return readReport(stdout, stderr);
}

/** @param complaint output on stderr; its last line is the reason if there is no report */
export function readReport(json: string, complaint: string): Answer {
  try {
    const { categories, environment } = JSON.parse(json);
    const score: unknown = categories.performance.score;
    if (typeof score === 'number')
      return { score: Math.round(score * 100), benchmarkIndex: Number(environment.benchmarkIndex) };
  } catch {
    // No report: the last line of the complaint is the reason.
  }
  const lines = complaint.trim().split('\n');
  return { reason: lines.at(-1)?.slice(0, 200) || 'no output' };
}
