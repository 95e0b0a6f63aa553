import { showToast } from '../../components/toast-store.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { openReplay } from '../../state/replay.ts';

const OPENABLE = /\.(jsonl|har)(\.gz)?$/i;

/** Shows a recording or a HAR as a replay; says so if the file is neither by its name. */
export function openFile(t: Translate, file: File): void {
  if (OPENABLE.test(file.name)) openReplay(file);
  else showToast(t('diagnostics.not_openable'), 'error');
}
