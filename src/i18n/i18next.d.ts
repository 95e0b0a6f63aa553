import 'i18next';
import type { messages as first } from './locales/en/index.ts';
import type { messages as more } from './locales/en/more.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof first & typeof more };
    returnNull: false;
  }
}
