import type { PageFacts } from '../../shared/bridge/recording.ts';
import { language } from './preferences.ts';

/** The page's own, not the code's: so a script that a commit does not change keeps its name, and a phone its copy. */
export const commitOfPage = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="commit"]')?.content || undefined;

/** Build and device, for the header of a recording. */
export function pageFacts(): PageFacts {
  const commit = commitOfPage();
  return {
    ...(commit && { commit }),
    browser: navigator.userAgent,
    viewport: [innerWidth, innerHeight],
    pixel_ratio: devicePixelRatio,
    language: language.peek(),
    theme: document.documentElement.dataset['theme'] ?? '',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
