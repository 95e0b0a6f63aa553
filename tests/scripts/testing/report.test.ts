import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../../architecture/sources.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly ReturnType<typeof test>[];
  }[];
}

interface Failed {
  readonly file: string;
  readonly test: string;
  readonly why: string;
}

/** Plain JavaScript: the launcher of the tests runs it without a build. */
interface Reports {
  failedTests(report: Report): readonly Failed[];
  hasRun(failed: Failed): boolean;
  withRepeated(report: Report, again: Report): Report;
  countTests(reports: readonly Report[]): { passed: number; skipped: number };
}

const { failedTests, hasRun, withRepeated, countTests }: Reports = await import(
  pathToFileURL(join(root, 'scripts', 'testing', 'report.mjs')).href
);

const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

/** The browser closed while `b` ran: `b` has no end, and `d` had not begun. */
const REPORT = {
  testResults: [
    {
      name: 'a',
      status: 'passed',
      message: '',
      assertionResults: [test('a1', 'passed'), test('a2', 'skipped')],
    },
    {
      name: 'b',
      status: 'passed',
      message: '',
      assertionResults: [test('b1', 'passed'), test('b2', 'pending')],
    },
    {
      name: 'c',
      status: 'failed',
      message: '',
      assertionResults: [test('c1', 'failed', 'expected 1 to be 2\n  at c.ts'), test('c2', 'todo')],
    },
    { name: 'd', status: 'passed', message: '', assertionResults: [] },
    { name: 'e', status: 'failed', message: 'no such module\n  at e.ts', assertionResults: [] },
  ],
};

describe('a report of tests', () => {
  it('names what failed, did not end, could not be run and did not run', () => {
    expect(failedTests(REPORT)).toEqual([
      { file: 'b', test: 'b2', why: 'did not end' },
      { file: 'c', test: 'c1', why: 'expected 1 to be 2' },
      { file: 'd', test: '', why: 'did not run' },
      { file: 'e', test: '', why: 'no such module' },
    ]);
  });

  it('tells files that never began from those that failed', () => {
    const begun = failedTests(REPORT).filter(hasRun);
    expect(begun.map(({ file }) => file)).toEqual(['b', 'c', 'e']);
  });

  it('counts what passed and what was left out on purpose', () => {
    expect(countTests([REPORT])).toEqual({ passed: 2, skipped: 2 });
    const again = {
      testResults: ['b', 'd'].map((name) => ({
        name,
        status: 'passed',
        message: '',
        assertionResults: [test(`${name}1`, 'passed'), test(`${name}2`, 'passed')],
      })),
    };
    expect(countTests([withRepeated(REPORT, again)])).toEqual({ passed: 5, skipped: 2 });
  });
});
