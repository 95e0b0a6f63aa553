import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** A rule that a page breaks. */
export interface Violation {
  readonly id: string;
  /** The first of the elements that break it: a selector, and the beginning of its HTML. */
  readonly at: string;
  readonly html: string;
}

/**
 * What axe objects to on a page.
 * @param part a selector of the part to look at; default: the whole page
 */
export async function violationsOn(
  page: Page,
  options: RunOptions = {},
  part?: string,
): Promise<readonly Violation[]> {
  // Once for each document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, how]) => {
      const { run } = (window as unknown as { readonly axe: typeof axe }).axe;
      const { violations } = await run(within ?? document, how);
      return violations.map(({ id, nodes: [first] }) => ({
        id,
        at: String(first?.target[0]),
        html: first?.html.slice(0, 200) ?? '',
      }));
    },
    [part, { resultTypes: ['violations'], ...options } satisfies RunOptions] as const,
  );
}
