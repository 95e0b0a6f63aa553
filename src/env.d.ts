/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** First label of the API host, for phones and for other browsers. */
  readonly VITE_API_LABEL?: string;
  /** Answers with the e-mail address for complaints; the contact call does where it is not set. */
  readonly VITE_COMPLAINT_URL?: string;
  readonly VITE_PC_API_LABEL?: string;
}

/** What boot.js leaves for the app. */
interface Window {
  /** The file that was dropped last. */
  droppedFile?: File | undefined;
}

/** What loads the texts of a language: of the first route, or all others. See `scripts/bundle/language-files.ts`. */
declare module 'virtual:texts/*' {
  export const files: Readonly<
    Record<
      import('../shared/contract/language.ts').Language,
      () => Promise<{ readonly default: import('../shared/read-texts.ts').Texts }>
    >
  >;
}
