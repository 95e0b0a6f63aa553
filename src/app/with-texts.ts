import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component in a chunk of its own, shown when the texts of the later screens are there too. */
export const withTexts = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const texts = import('../i18n/i18n.ts').then(({ loadMoreTexts }) => loadMoreTexts());
    const [component] = await Promise.all([load(), texts]);
    return { default: component };
  });
