import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { CompanyStatus } from '../../shared/contract/site.ts';
import type { Result } from '../../shared/result.ts';
import { writeCookie } from '../link/cookie.ts';
import { link } from './link.ts';
import { refusedInReplay } from './replay-source.ts';

/** Three years; specification, section 9. */
const COOKIE_DAYS = 3 * 365;
const COMPANIES = 1;

/** A cookie of this origin. */
const FLAG = 'company=1';
const readFlag = (): boolean => document.cookie.split('; ').includes(FLAG);

const writeFlag = (on: boolean): void => writeCookie(FLAG, on ? COOKIE_DAYS : 0);

const answered = signal<boolean | undefined>();

/** The search lists companies in place of instruments; specification, section 1. */
export const companyMode: ReadonlySignal<boolean> = computed(() => answered.value ?? readFlag());

/**
 * Whether the company serves visitors, and where to send them if not. Stores the search mode it names. Refused during a replay:
 * the answer would be the recording's.
 */
export async function companyStatus(): Promise<Result<CompanyStatus>> {
  const refused = refusedInReplay();
  if (refused !== undefined) return refused;
  const answer = await link().call((engine) => engine.companyStatus());
  // The replay may have begun meanwhile.
  const late = refusedInReplay();
  if (late !== undefined) return late;
  if (answer.ok) {
    const companies = answer.value.mode === COMPANIES;
    answered.value = companies;
    writeFlag(companies);
  }
  return answer;
}
