import type { ComponentType } from 'react';
import { type LaterComponent, laterComponent } from '../../components/later-component.ts';
import { untilLoaded } from '../../components/until-loaded.ts';
import { loadLaterTexts } from '../../i18n/texts.ts';
import { startLater } from '../../state/app-state.ts';

type Load<P> = () => Promise<ComponentType<P>>;

const withState =
  <P>(load: Load<P>): Load<P> =>
  async () => {
    const [component] = await Promise.all([load(), loadLaterTexts(), startLater()]);
    return component;
  };

/** A component in its own chunk; it renders when the texts and the state of the later screens are loaded too. */
export const laterScreen = <P extends object = object>(load: Load<P>): LaterComponent<P> =>
  laterComponent(withState(load));

/** The same for a part of a screen, which works without it. */
export const laterPart = <P extends object = object>(load: Load<P>): LaterComponent<P> =>
  laterComponent(() => untilLoaded(withState(load)));
