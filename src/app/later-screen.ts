import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadLaterTexts } from '../i18n/texts.ts';
import { startLater } from '../state/app-state.ts';

/** A component in a chunk of its own, shown when the texts and the state of the later screens are there too. */
export const laterScreen = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadLaterTexts(), startLater()]);
    return { default: component };
  });
