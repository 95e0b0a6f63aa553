import { CODE } from '../../../shared/contract/codes.ts';
import type { Refusal } from '../../../shared/result.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import type { Translate } from '../../i18n/use-translation.ts';

/**
 * The error text at the field that the server refused, for `useForm`. Shows a toast if the form lacks that field.
 *
 * @param fields an object with the form's fields
 * @param proof the field of a code or password that the server found to be wrong
 * @param texts what to say of malformed fields and of a wrong proof in place of the server's message, which is the same for all
 */
export function refusedFields<F extends object>(
  t: Translate,
  error: Refusal,
  fields: F,
  proof?: keyof F & string,
  texts: { readonly [K in keyof F]?: string } = {},
): { readonly [K in keyof F]?: string } | undefined {
  const text = refusalText(t, error);
  const refused = String(error.facts?.['field'] ?? '');
  // The area is chosen within the field of the phone number.
  const named = refused === 'areaId' ? 'account' : refused;
  const field = named in fields ? named : error.code === CODE.wrongCredentials ? proof : undefined;
  if (field !== undefined) {
    const isOwn = error.code === CODE.badParameter || error.code === CODE.wrongCredentials;
    const own = isOwn ? texts[field as keyof F] : undefined;
    return { [field]: own ?? text } as { [K in keyof F]?: string };
  }
  showToast(text, 'error');
  return undefined;
}
