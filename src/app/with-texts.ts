import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadLaterTexts } from '../i18n/texts.ts';

/** A component in a chunk of its own, shown when the texts of the later screens are there too. */
export const withTexts = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadLaterTexts()]);
    return { default: component };
  });
