import { useEffect } from 'react';
import { holdToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openFile } from '../../screens/shared/open-file.ts';

/** Opens a recording that is dropped anywhere, also before this is loaded: with the first file dragged over the page. */
export function DropTarget() {
  const { t } = useTranslation();
  useEffect(() => {
    let dismiss: (() => void) | undefined;
    const end = (): void => {
      dismiss?.();
      dismiss = undefined;
    };
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true)
        dismiss ??= holdToast(t('diagnostics.drop_here'));
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) end();
    };
    const drop = (): void => {
      end();
      const { droppedFile } = window;
      delete window.droppedFile;
      if (droppedFile !== undefined) openFile(t, droppedFile);
    };
    drop();
    const all = Object.entries({ dragover: over, dragleave: leave, drop });
    for (const [name, listen] of all) addEventListener(name, listen as EventListener);
    return () => {
      end();
      for (const [name, listen] of all) removeEventListener(name, listen as EventListener);
    };
  }, [t]);
  return null;
}
