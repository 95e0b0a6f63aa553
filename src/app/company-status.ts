import { later } from '../clock.ts';
import { httpsUrl } from '../format/https-url.ts';
import { companyStatus } from '../state/company.ts';

const AGAIN_MS = 10_000;

/** Specification, section 1: a status other than zero sends the visitor to the loss URL. It is asked for until there is an answer. */
export async function heedCompanyStatus(): Promise<void> {
  const answer = await companyStatus();
  if (!answer.ok) later(AGAIN_MS, heedCompanyStatus);
  else if (answer.value.status !== 0) {
    const target = httpsUrl(answer.value.url);
    if (target !== undefined) location.replace(target);
  }
}
