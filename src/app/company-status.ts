import { later } from '../clock.ts';
import { httpsUrl } from '../format/https-url.ts';
import { companyStatus } from '../state/company.ts';

const UNANSWERED_AGAIN_MS = 10_000;
/** A company that ends its service while the app is open. */
const AGAIN_MS = 5 * 60_000;

/** Specification, section 1: a status other than zero sends the visitor to the loss URL. The status is requested repeatedly. */
export async function followCompanyStatus(): Promise<void> {
  const answer = await companyStatus();
  const target = answer.ok && answer.value.status !== 0 ? httpsUrl(answer.value.url) : undefined;
  if (target !== undefined) location.replace(target);
  else later(answer.ok ? AGAIN_MS : UNANSWERED_AGAIN_MS, followCompanyStatus);
}
