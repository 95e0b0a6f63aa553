import { spawn } from 'node:child_process';

export const LIGHTHOUSE = 'lighthouse@13.5.0';
const DEADLINE_MS = 180_000;
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

/** Its score for speed, 0 to 100, and what its own benchmark says of the machine in that moment: more is faster. */
interface Score {
  readonly score: number;
  readonly benchmarkIndex: number;
}

/** A score, or why there is none. */
type Answer = Score | { readonly reason: string };

/** So many scores; fewer, with the reason, when two in a row were refused: now and then it asks to be run again. */
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

/** Asks Lighthouse as anybody would; it is downloaded when npm does not have it yet. */
export async function lighthouseScore(url: string): Promise<Answer> {
  const asked = ['--quiet', '--output=json', '--output-path=stdout', '--only-categories=performance'];
  const npx = spawn('npx', ['--yes', LIGHTHOUSE, url, ...asked, `--chrome-flags=${CHROME_FLAGS}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, CHROME_PATH: process.env['PIPSTREAM_CHROMIUM'] },
    timeout: DEADLINE_MS,
  });
  let [said, complained] = ['', ''];
  npx.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  npx.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  const failed = await new Promise<string | undefined>((resolve) => {
    npx.once('error', ({ message }) => resolve(message));
    npx.once('close', () => resolve(undefined));
  });
  return readReport(said, failed ?? complained);
}

/** @param complaint what was said instead of a report */
export function readReport(json: string, complaint: string): Answer {
  try {
    const { categories, environment } = JSON.parse(json);
    const score: unknown = categories.performance.score;
    if (typeof score === 'number')
      return { score: Math.round(score * 100), benchmarkIndex: Number(environment.benchmarkIndex) };
  } catch {
    // No report: the complaint says why.
  }
  const lines = complaint.trim().split('\n');
  return { reason: lines.at(-1)?.slice(0, 200) || 'it said nothing' };
}
