import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { CompanyStatus } from '../../shared/contract/site.ts';
import type { Result } from '../../shared/result.ts';
import { flagCookie } from '../link/storage.ts';
import { link } from './link.ts';

/** Three years; specification, section 9. */
const COOKIE_S = 3 * 365 * 86_400;
const COMPANIES = 1;

const cookie = flagCookie('company', COOKIE_S);
const told = signal<boolean | undefined>();

/** The search lists companies in place of instruments; specification, section 1. */
export const companyMode: ReadonlySignal<boolean> = computed(() => told.value ?? cookie.read());

/** Whether the company serves visitors, and where to send them if not. Stores the search mode it names. */
export async function companyStatus(): Promise<Result<CompanyStatus>> {
  const answer = await link().call((engine) => engine.companyStatus());
  if (answer.ok) {
    const companies = answer.value.mode === COMPANIES;
    told.value = companies;
    cookie.write(companies);
  }
  return answer;
}
