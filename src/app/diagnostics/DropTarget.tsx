import { useEffect } from 'react';
import { later } from '../../clock.ts';
import { holdToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openFile } from '../../screens/shared/open-file.ts';

/**
 * While files are over the page, `dragover` comes at least every 550 ms. `dragleave` does not say in older Safari whether they
 * leave the page or one of its elements.
 */
const GONE_MS = 700;

/** Opens a recording that is dropped anywhere, also before this is loaded: with the first file dragged over the page. */
export function DropTarget() {
  const { t } = useTranslation();
  useEffect(() => {
    let dismiss: (() => void) | undefined;
    let cancel = (): void => {};
    const end = (): void => {
      cancel();
      dismiss?.();
      dismiss = undefined;
    };
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      dismiss ??= holdToast(t('diagnostics.drop_here'));
      cancel();
      cancel = later(GONE_MS, end);
    };
    const drop = (): void => {
      end();
      const { droppedFile } = window;
      delete window.droppedFile;
      if (droppedFile !== undefined) void openFile(t, droppedFile);
    };
    drop();
    const all = Object.entries({ dragover: over, drop });
    for (const [name, listen] of all) addEventListener(name, listen as EventListener);
    return () => {
      end();
      for (const [name, listen] of all) removeEventListener(name, listen as EventListener);
    };
  }, [t]);
  return null;
}
