import { userEvent } from 'vitest/browser';
import { only } from '../components/render.tsx';

/* The form on the screen. */

export const field = (name: string) => only<HTMLInputElement>(`input[name="${name}"]`);
export const submit = () => userEvent.click(only('button[type="submit"]'));
/** The errors beside its fields, and other alerts, in their order. */
export const alerts = () => [...document.querySelectorAll('[role="alert"]')].map((node) => node.textContent);

/** Types into fields, by name, in their order. */
export async function fillIn(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await userEvent.fill(field(name), value);
}

/** The button or label with this text. */
export function labelled(text: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button, label')];
  const first = found.find(({ textContent }) => textContent === text);
  if (first === undefined) throw new Error(`no ${text}`);
  return first;
}

/** Taps the button or label with this text. */
export const press = (text: string) => userEvent.click(labelled(text));
