import { ok, type Result } from '../../shared/result.ts';
import { ask } from './ask.ts';
import { link } from './link.ts';

interface ContactEmails {
  readonly contact: string;
  readonly complaint: string;
}

/** The addresses for questions and for complaints; the latter may come from another server (a build setting). */
export async function loadContactEmails(): Promise<Result<ContactEmails>> {
  const contact = await ask('getContactEmail', {});
  if (!contact.ok) return contact;
  const complaint = await link().call((engine) => engine.complaintEmail());
  return complaint.ok ? ok({ contact: contact.value.email, complaint: complaint.value }) : complaint;
}
