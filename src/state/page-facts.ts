import type { PageFacts } from '../../shared/bridge/recording.ts';
import { language } from './preferences.ts';

/** Build and device, for the header of a recording. */
export function pageFacts(): PageFacts {
  const commit = import.meta.env.VITE_COMMIT;
  return {
    ...(commit ? { commit } : {}),
    browser: navigator.userAgent,
    viewport: [innerWidth, innerHeight],
    pixel_ratio: devicePixelRatio,
    language: language.peek(),
    theme: document.documentElement.dataset['theme'] ?? '',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
