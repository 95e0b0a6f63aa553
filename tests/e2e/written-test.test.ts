import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { recorded } from '../helpers/recorded.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { place, replayProcess as replay } from '../replay/cli/command.ts';

const [HEADER = '', ...RECORDS] = gunzipSync(readFileSync(join(root, 'tests/recordings/two-prices.jsonl.gz')))
  .toString()
  .trimEnd()
  .split('\n');

/** A note may be anything that somebody can type. */
const NOTE = 'the fee`s $' + '{wrong}\n*/ expect(1).toBe(2); //';

const choice = (at: number, name: string, value: string) => ({
  at,
  kind: 'page',
  event: 'choice',
  name,
  value,
});
/** The user was on the orders. */
const ON_ORDERS = [
  { at: 30_000, kind: 'page', event: 'route', path: '/order' },
  choice(34_000, 'order.tab', 'holding'),
];
const IN_A_FORM = [
  { at: 30_000, kind: 'page', event: 'route', path: '/trade?id=1' },
  choice(34_000, 'ticket.extras', 'type'),
  choice(34_100, 'ticket.type', 'pending'),
];

/** The user marked a moment. @param factor of the euro's ask in the frames before it */
function report(factor = 1, did: readonly object[] = ON_ORDERS): string {
  const acts = [...did, { at: 40_000, kind: 'command', name: 'mark', args: [NOTE] }];
  const lines = RECORDS.map((line) => {
    const { at, text } = JSON.parse(line);
    if (factor === 1 || at < 39_000 || at > 40_000 || !text?.startsWith('{"topic":"DAY_MARKET"')) return line;
    return line.replace(
      /\[1,([\d.]+)(,[\d.]+,1,\d+,)([\d.]+)\]/,
      (_all, close, middle, ask) => `[1,${close}${middle}${ask * factor}]`,
    );
  });
  const all = [...acts.map((act) => JSON.stringify(act)), ...lines];
  const atOf = (line: string): number => JSON.parse(line).at;
  return `${[HEADER, ...all.toSorted((a, b) => atOf(a) - atOf(b))].join('\n')}\n`;
}

it('a recording becomes a test that the app passes, and that is red once it shows something else', async () => {
  const cwd = temporaryFolder();
  const file = place(report(), 'report.jsonl');
  const { status, out, said } = await replay([file, '--test', 'wrong-fee'], { cwd });
  expect([status, said]).toEqual([0, '']);
  const base = 'tests/e2e/recorded/wrong-fee';
  expect(out).toContain(`${base}.test.ts is a test now: npm test -- e2e ${base}.test.ts\n`);
  expect(out).toContain(
    'which may be wrong: the recording does not say which build made it. Correct in it what is wrong',
  );
  expect(gunzipSync(readFileSync(join(cwd, `${base}.jsonl.gz`))).toString()).toBe(report());
  const written = readFileSync(join(cwd, `${base}.test.ts`), 'utf8');
  expect(written).toContain('// 0:30.000 opens /order\n// 0:34.000 chooses order.tab holding\n');
  const [, seen = ''] =
    /await report\.seenAt\('0:40\.000'\)\)\.toBe\(`([\s\S]*)`\);\n\}\);\n$/.exec(written) ?? [];
  expect(seen).toMatch(/^account: balance [\d.]+, /);
  expect(seen).toContain('- tab "');
  // Nothing of the note has left its comment.
  const head = written.slice(0, written.indexOf('const report')).split('\n');
  expect(head.filter((line) => !/^(import .*;|\/\/.*|)$/.test(line))).toEqual([]);
  const text = seen.replace(/\\([\\`$])/g, '$1');
  expect(await recorded(file).seenAt('0:40')).toBe(text);
  expect(await recorded(place(report(1.01), 'other.jsonl')).seenAt('0:40')).not.toBe(text);
});

it('says nothing of the form of a pending order, whose price is not recorded', async () => {
  const seen = await recorded(place(report(1, IN_A_FORM))).seenAt('0:40');
  expect(seen).toContain('region "Chart"');
  expect(seen).not.toContain('Order form');
  const before = await recorded(place(report(1, IN_A_FORM))).seenAt('0:33');
  expect(before).toContain('region "Order form"');
});

it('writes nothing of a damaged recording, or of moments after its end', async () => {
  const cwd = temporaryFolder();
  expect(await replay([place(report().slice(0, -20)), '--test', 'x'], { cwd })).toMatchObject({
    status: 2,
    out: '',
  });
  expect(await replay([place(report()), '--test', 'x', '--at', '9:00'], { cwd })).toMatchObject({
    status: 1,
    said: expect.stringMatching(/ends at 1:\d\d\.\d+, before 9:00\.000/),
  });
  expect(existsSync(join(cwd, 'tests'))).toBe(false);
});
