import { encodingOf, packingOf } from '../../../shared/file-bytes.ts';
import { showToast } from '../../components/toast-store.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { openReplay } from '../../state/replay.ts';

const NAMED_SO = /\.(jsonl|har|zip)(\.gz)?$/i;
const LOOKED_AT_BYTES = 64;

/** Shows a recording, a HAR or the ZIP of a report as a replay. Says so where neither name nor content of the file is one of them. */
export async function openFile(t: Translate, file: File): Promise<void> {
  if (NAMED_SO.test(file.name) || (await beginsAsOne(file))) openReplay(file);
  else showToast(t('diagnostics.not_openable'), 'error');
}

/** Files are renamed on their way. */
async function beginsAsOne(file: File): Promise<boolean> {
  try {
    const head = new Uint8Array(await file.slice(0, LOOKED_AT_BYTES).arrayBuffer());
    return packingOf(head) !== 'none' || /^\s*\{/.test(new TextDecoder(encodingOf(head)).decode(head));
  } catch {
    // A folder, or a file that is gone.
    return false;
  }
}
