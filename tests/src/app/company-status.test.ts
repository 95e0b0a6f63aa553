import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CompanyStatus } from '../../../shared/contract/site.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../../shared/result.ts';
import { followCompanyStatus } from '../../../src/app/company-status.ts';

const answers = vi.hoisted(() => [] as Result<CompanyStatus>[]);
vi.mock('../../../src/state/company.ts', () => ({ companyStatus: async () => answers.shift() }));

const serving = ok({ status: 0, url: '', mode: 0 });
const offline = err(refusal(LOCAL_CODE.offline));
const closed = ok({ status: 1, url: 'https://loss.example/', mode: 0 });

const replaced: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { replace: (url: string) => replaced.push(url) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 1.8
it('sends the visitor away when the company ends its service while the app is open', async () => {
  answers.push(offline, serving, serving, closed);
  await followCompanyStatus();
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(replaced).toEqual([]);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(replaced).toEqual(['https://loss.example/']);
  expect(vi.getTimerCount()).toBe(0);
});
