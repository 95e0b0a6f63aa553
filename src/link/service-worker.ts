import type { ShellAnswer, ShellMessage } from '../../shared/bridge/shell-message.ts';
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
 */
export async function registerServiceWorker(
  container: ServiceWorkerContainer,
  firstScript: string | undefined,
  onNewBuild: () => void,
): Promise<ShellKeeper> {
  let language: Language | undefined;
  let active: ServiceWorker | null = null;
  const tell = () => {
    if (language !== undefined) active?.postMessage({ language } satisfies ShellMessage);
  };
  container.addEventListener('message', ({ data }: MessageEvent<ShellAnswer>) => {
    if (firstScript !== undefined && data.firstScript !== firstScript) onNewBuild();
  });
  // Another build took over; it does not know the language yet.
  container.addEventListener('controllerchange', () => {
    active = container.controller;
    tell();
  });
  await container.register('/sw.js');
  const registration = await container.ready;
  active = registration.active;
  return {
    keepTexts(chosen) {
      language = chosen;
      tell();
    },
    lookForUpdate() {
      registration.update().catch(() => {
        // Out of reach: the next look may succeed.
      });
    },
  };
}

/** The path of the page's first script, as its build wrote it. */
export const firstScriptOf = (page: Document): string | undefined =>
  page.querySelector('script[type=module]')?.getAttribute('src') ?? undefined;
