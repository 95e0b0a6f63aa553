import { CODE, type Envelope } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { Result } from '../../shared/result.ts';
import { messageFor } from './texts.ts';

/** An answer as it is sent, with the message of a refusal in the reader's language. */
export function envelopeOf(outcome: Result<unknown>, language: Language): Envelope<unknown> {
  if (outcome.ok) return { code: CODE.success, msg: '', data: outcome.value };
  const { code, facts } = outcome.error;
  return { code, msg: messageFor(code, language, facts?.['reason']), data: facts ?? null };
}
