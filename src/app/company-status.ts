import { httpsUrl } from '../format/https-url.ts';
import { companyStatus } from '../state/company.ts';

/** Specification, section 1: a status other than zero sends the visitor to the loss URL. A failed check changes nothing. */
export async function heedCompanyStatus(): Promise<void> {
  const answer = await companyStatus();
  if (!answer.ok || answer.value.status === 0) return;
  const target = httpsUrl(answer.value.url);
  if (target !== undefined) location.replace(target);
}
