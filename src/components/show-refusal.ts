import type { Refusal } from '../../shared/result.ts';
import { refusalText } from '../i18n/refusal.ts';
import type { Translate } from '../i18n/use-translation.ts';
import { showToast } from './toast-store.ts';

/** Shows why a command was refused. */
export const showRefusal = (t: Translate, error: Refusal): void => showToast(refusalText(t, error), 'error');
