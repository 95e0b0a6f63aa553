import { CODE } from '../../../shared/contract/codes.ts';
import type { Refusal } from '../../../shared/result.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import type { Translate } from '../../i18n/use-translation.ts';

/**
 * The error text at the field that the server refused, for `useForm`. Shows a toast if the form lacks that field.
 *
 * @param fields the form's fields by the server's parameter names
 * @param proof the field of a code or password that the server found to be wrong
 */
export function refusedFields<F extends string>(
  t: Translate,
  error: Refusal,
  fields: Readonly<Record<string, F>>,
  proof?: F,
): { readonly [K in F]?: string } | undefined {
  const text = refusalText(t, error);
  const named = fields[String(error.facts?.['field'] ?? '')];
  const field = named ?? (error.code === CODE.wrongCredentials ? proof : undefined);
  if (field !== undefined) return { [field]: text } as { [K in F]?: string };
  showToast(text, 'error');
  return undefined;
}
