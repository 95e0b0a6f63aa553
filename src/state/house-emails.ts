import { ok, type Result } from '../../shared/result.ts';
import { ask } from './ask.ts';
import { link } from './link.ts';

interface HouseEmails {
  readonly contact: string;
  readonly complaint: string;
}

/** The address for questions, and the one for complaints, which another server may give out (a build setting). */
export async function loadHouseEmails(): Promise<Result<HouseEmails>> {
  const contact = await ask('getContactEmail', {});
  if (!contact.ok) return contact;
  const complaint = await link().call((engine) => engine.complaintEmail());
  return complaint.ok ? ok({ contact: contact.value.email, complaint: complaint.value }) : complaint;
}
