import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadLaterTexts } from '../../i18n/texts.ts';
import { startLater } from '../../state/app-state.ts';

/** A lazy component in its own chunk; it renders once the texts and the state of the later screens are loaded too. */
export const laterScreen = <P = object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadLaterTexts(), startLater()]);
    return { default: component };
  });
