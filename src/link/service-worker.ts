import type { ShellAnswer, ShellMessage, ShellOpening } from '../../shared/bridge/shell-message.ts';
import type { Language } from '../../shared/contract/language.ts';

/** The service worker, which keeps the shell on the device. */
export interface ShellKeeper {
  /** Keeps the texts of this language, and of those given before. */
  keepTexts(language: Language): void;
  /** Looks for a newer build. */
  lookForUpdate(): void;
}

/**
 * Registers the service worker; resolves when it is active.
 * @param onNewBuild the next start runs another build than this page; may be called again
 * @param onOpen a notification about this path of the app was tapped
 */
export async function registerServiceWorker(
  container: ServiceWorkerContainer,
  entry: string,
  onNewBuild: () => void,
  onOpen: (path: string) => void,
): Promise<ShellKeeper> {
  let language: Language | undefined;
  let active: ServiceWorker | null = null;
  const sendLanguage = () => {
    if (language !== undefined) active?.postMessage({ language } satisfies ShellMessage);
  };
  container.addEventListener('message', ({ data }: MessageEvent<ShellAnswer | ShellOpening>) => {
    if ('path' in data) onOpen(data.path);
    else if (data.entry !== entry) onNewBuild();
  });
  // Another build took over; it does not know the language yet.
  container.addEventListener('controllerchange', () => {
    active = container.controller;
    sendLanguage();
  });
  await container.register('/sw.js');
  const registration = await container.ready;
  active = registration.active;
  return {
    keepTexts(chosen) {
      language = chosen;
      sendLanguage();
    },
    lookForUpdate() {
      registration.update().catch(() => {
        // Out of reach: the next look may succeed.
      });
    },
  };
}

/** The path of the script that starts the app, as the build wrote it into the page. */
export const entryOf = (page: Document): string =>
  [...page.querySelectorAll('script[type=module]')].at(-1)?.getAttribute('src') ?? '';
