import { separatorsOf } from '../../shared/number-text.ts';
import { cachedByLocale } from './locale.ts';

/** The separators of the current locale. */
export const separators = cachedByLocale(separatorsOf);
