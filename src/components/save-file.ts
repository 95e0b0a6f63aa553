import { later } from '../clock.ts';

/** Some browsers read the file only after the tap. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a file. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  later(REVOKE_AFTER_MS, () => URL.revokeObjectURL(url));
}
