import type { Language } from '../contract/language.ts';

/** From the page to the service worker: the language whose texts to keep for a start without a network. */
export interface ShellMessage {
  readonly language: Language;
}

/** From the service worker: a notification was tapped, and this path of the app is what it is about. */
export interface ShellOpening {
  readonly path: string;
}

/** The answer: the path of the script that starts the app, in the build that the next start runs. */
export interface ShellAnswer {
  readonly entry: string;
}
