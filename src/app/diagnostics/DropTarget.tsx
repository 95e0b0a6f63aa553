import { useEffect } from 'react';
import { holdToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openFile } from '../../screens/shared/open-file.ts';

/** Opens a recording that is dropped anywhere. Loaded when the first file is dragged over the page. */
export function DropTarget() {
  const { t } = useTranslation();
  useEffect(() => {
    let dismiss: (() => void) | undefined;
    const end = (): void => {
      dismiss?.();
      dismiss = undefined;
    };
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Without this the browser would leave the app for the file.
      event.preventDefault();
      dismiss ??= holdToast(t('diagnostics.drop_here'));
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) end();
    };
    const drop = (event: DragEvent): void => {
      end();
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      openFile(t, file);
    };
    const all = Object.entries({ dragover: over, dragleave: leave, drop });
    for (const [name, listen] of all) addEventListener(name, listen as EventListener);
    return () => {
      end();
      for (const [name, listen] of all) removeEventListener(name, listen as EventListener);
    };
  }, [t]);
  return null;
}
