import { effect, untracked } from '@preact/signals-react';
import type { ChoiceName } from '../../shared/bridge/choices.ts';
import { setChoice, textOfChoice } from './choice-values.ts';
import { choices } from './choices.ts';
import { offerLasting } from './lasting-choices.ts';
import { theme } from './preferences.ts';
import { followsUser, recordedChoices } from './replay-follow.ts';
import { areBorrowed } from './replay-source.ts';

/**
 * While the replay follows the user: shows what was chosen at the moment, also on a screen that opens later. What was chosen
 * here comes back with the end of that, and is what this device keeps meanwhile. @returns ends it
 */
export function followChoices(): () => void {
  offerLasting();
  const own = new Map<ChoiceName, string>();
  let ownTheme = theme.peek();

  function end(): void {
    for (const [name, text] of own) {
      const choice = choices.peek().get(name);
      if (choice !== undefined) setChoice(name, choice, text);
    }
    // The system's, if that was chosen.
    if (own.size > 0) theme.value = ownTheme;
    own.clear();
    areBorrowed.value = false;
  }

  const stop = effect(() => {
    const follows = followsUser.value;
    const wanted = recordedChoices.value;
    const offered = choices.value;
    untracked(() => {
      if (!follows) return end();
      if (own.size === 0) ownTheme = theme.peek();
      areBorrowed.value = true;
      for (const [name, choice] of offered) {
        if (!own.has(name)) own.set(name, textOfChoice(choice));
        const text = wanted.get(name);
        if (text !== undefined) setChoice(name, choice, text);
      }
    });
  });
  return () => {
    stop();
    end();
  };
}
