import { later } from '../../clock.ts';

const REVOKE_AFTER_MS = 60_000;

/** Puts a file among the downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Some browsers read it only after the tap is over.
  later(REVOKE_AFTER_MS, () => URL.revokeObjectURL(url));
}

/** Whether the system takes files of this kind. */
export const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) === true;

/** Whoever closes the system's sheet again meant to. */
export const shareFile = (file: File): Promise<void> => navigator.share({ files: [file] }).catch(() => {});
