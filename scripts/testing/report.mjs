// What a report of Vitest (its JSON) says. When the browser closes in the middle of a run, tests that have begun are left
// pending, and files that have not begun are reported as passed without a test. Neither counts as passed.

/** What failed, did not end or did not run: the file, the test and the first line of why. No test: the whole file. */
export const failedTests = ({ testResults }) => testResults.flatMap(failedOf);

const NOT_RUN = 'did not run';

/** Whether something of the file was tried: the page of a browser can be lost before. */
export const hasRun = ({ why }) => why !== NOT_RUN;

function failedOf({ name: file, status, message, assertionResults }) {
  if (assertionResults.length === 0)
    return [{ file, test: '', why: status === 'failed' ? firstLine(message) : NOT_RUN }];
  const failed = assertionResults.filter((test) => test.status === 'failed' || test.status === 'pending');
  if (failed.length === 0 && status === 'failed') return [{ file, test: '', why: firstLine(message) }];
  return failed.map(({ status, fullName, failureMessages: [why = ''] }) => ({
    file,
    test: fullName,
    why: status === 'failed' ? firstLine(why) : 'did not end',
  }));
}

const firstLine = (text) => (text ?? '').split('\n', 1)[0];

/** The files of a later report in place of the same ones of an earlier report. */
export function withRepeated(report, again) {
  const repeated = new Set(again.testResults.map(({ name }) => name));
  const kept = report.testResults.filter(({ name }) => !repeated.has(name));
  return { ...report, testResults: [...kept, ...again.testResults] };
}

/** Numbers of tests in reports. A skipped test was left out on purpose. */
export function countTests(reports) {
  const tests = reports.flatMap(({ testResults }) => testResults.flatMap((file) => file.assertionResults));
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  return { passed: count('passed'), skipped: count('skipped', 'todo') };
}
