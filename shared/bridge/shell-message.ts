import type { Language } from '../contract/language.ts';

/** From the page to the service worker: the language whose texts to keep for a start without a network. */
export interface ShellMessage {
  readonly language: Language;
}

/** The answer: the path of the script that starts the app, in the build that the next start runs. */
export interface ShellAnswer {
  readonly entry: string;
}
