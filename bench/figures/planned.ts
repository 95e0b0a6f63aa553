import type { Figure } from './figure.ts';

type Values = Pick<Figure, 'product' | 'peer' | 'ratio'>;

/** A figure that is measured when it is asked for. */
export interface Planned extends Omit<Figure, keyof Values> {
  measure(): Promise<Values>;
}

/** Whether `--only` asks for a figure of this name: a part of it will do, or one of several between `|`. */
export const isAsked = (only: string | undefined, name: string): boolean =>
  only === undefined || only.split('|').some((part) => name.toLowerCase().includes(part.toLowerCase()));

/** Measures the figures that are asked for. */
export async function measurePlanned(
  planned: readonly Planned[],
  only: string | undefined,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { measure, ...figure } of planned)
    if (isAsked(only, figure.name)) figures.push({ ...figure, ...(await measure()) });
  return figures;
}
