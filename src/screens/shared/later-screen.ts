import type { ComponentType } from 'react';
import { type LaterComponent, laterComponent } from '../../components/later-component.ts';
import { loadLaterTexts } from '../../i18n/texts.ts';
import { startLater } from '../../state/app-state.ts';

/** A component in its own chunk; it renders once the texts and the state of the later screens are loaded too. */
export const laterScreen = <P extends object = object>(
  load: () => Promise<ComponentType<P>>,
): LaterComponent<P> =>
  laterComponent(async () => {
    const [component] = await Promise.all([load(), loadLaterTexts(), startLater()]);
    return component;
  });
