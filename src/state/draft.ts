import { perTab } from '../link/storage.ts';

const DRAFT = 'draft.';

/** The values typed into a form, kept for the life of the tab; `secrets` are fields that are never stored. */
export function draftOf<T extends Readonly<Record<keyof T, string>>>(
  name: string,
  secrets: readonly (keyof T)[],
) {
  const hidden: ReadonlySet<PropertyKey> = new Set(secrets);
  return {
    read(): Partial<T> | undefined {
      const text = perTab.get(DRAFT + name);
      if (text === null) return undefined;
      const value: unknown = JSON.parse(text);
      // Only `write` below stores it.
      return value as Partial<T>;
    },
    write(values: T): void {
      const open = Object.entries(values).filter(([field]) => !hidden.has(field));
      perTab.set(DRAFT + name, JSON.stringify(Object.fromEntries(open)));
    },
    clear: (): void => perTab.remove(DRAFT + name),
  };
}
