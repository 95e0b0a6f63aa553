import { expect, it, onTestFinished, vi } from 'vitest';
import { createReport } from '../../bench/cluster/cluster-report.ts';
import type { Member } from '../../bench/cluster/supervisor.ts';

const since = new Date(2026, 0, 14, 14, 20, 31);
const member = (of: Partial<Member>) => ({ kind: 'gateway', since, missed: 0, ...of }) as Member;
const MEMBERS = [
  member({
    name: 'postgres',
    status: 'ready',
    pid: 7,
    url: 'postgres://pipstream:secret@127.0.0.1:5432/postgres',
  }),
  member({ name: 'gateway 1', status: 'degraded', pid: 12345, url: 'http://127.0.0.1:8081' }),
  member({ name: 'gateway 2', status: 'ended' }),
];
const TABLE = [
  'process    status    pid    since     address',
  'postgres   ready     7      14:20:31  127.0.0.1:5432',
  'gateway 1  degraded  12345  14:20:31  127.0.0.1:8081',
  'gateway 2  ended     --     14:20:31  --',
  '',
].join('\n');

/** What is written to standard error. */
function written(): string[] {
  const texts: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return texts;
}

it('on a terminal a table of all processes stays below what is said, and goes at the end', () => {
  const texts = written();
  const report = createReport(MEMBERS, true);
  report.say('gateway 2 has ended');
  expect(texts.join('')).toBe(`gateway 2 has ended\n${TABLE}`);
  report.say('it is started again');
  expect(texts.slice(2).join('')).toBe(`\x1b[4A\x1b[Jit is started again\n${TABLE}`);
  texts.length = 0;
  report.end();
  expect(texts).toEqual(['\x1b[4A\x1b[J']);
});

it('elsewhere there are lines alone', () => {
  const texts = written();
  const report = createReport(MEMBERS, false);
  report.say('gateway 2 has ended');
  report.end();
  expect(texts.join('')).toBe('gateway 2 has ended\n');
});
