import { companyStatus } from '../state/company.ts';

/**
 * Specification, section 1: a status other than zero sends the visitor to the loss URL. Only https is followed, so
 * that no answer can make the page run `javascript:` or leave encryption. A failed check changes nothing.
 */
export async function heedCompanyStatus(): Promise<void> {
  const answer = await companyStatus();
  if (!answer.ok || answer.value.status === 0) return;
  const target = lossUrl(answer.value.url);
  if (target !== undefined) location.replace(target);
}

export function lossUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' ? url.href : undefined;
}
