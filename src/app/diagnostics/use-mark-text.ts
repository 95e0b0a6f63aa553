import type { ReplayMoment } from '../../../shared/bridge/recording.ts';
import { formatDuration } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A mark in words, with its note if it has one; undefined without a mark. */
export function useMarkText(mark: ReplayMoment | undefined): string | undefined {
  const { t } = useTranslation();
  if (mark === undefined) return undefined;
  const at = formatDuration(mark.atMs);
  return mark.label ? t('diagnostics.mark_note', { at, note: mark.label }) : t('diagnostics.mark_at', { at });
}
