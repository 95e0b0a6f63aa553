/* The choices that are preferences of this device. */
import type { ChoiceName } from '../../shared/bridge/choices.ts';
import { isLanguage } from '../../shared/contract/language.ts';
import { clockFace, showClockFace } from '../format/clock-face.ts';
import { type Choice, offerChoice } from './choices.ts';
import {
  balanceHidden,
  confirmOrders,
  homeChip,
  homeSort,
  language,
  listFolded,
  palette,
  singlePositions,
  theme,
} from './preferences.ts';

const LASTING = {
  language: {
    get value() {
      return language.value;
    },
    set value(text: string) {
      if (isLanguage(text)) language.value = text;
    },
  },
  theme: {
    // As it is shown: the system of another device may have another one.
    get value() {
      return theme.value === 'system' ? (document.documentElement.dataset['theme'] ?? '') : theme.value;
    },
    set value(text: string) {
      theme.value = text === 'light' ? 'light' : 'dark';
    },
  },
  palette,
  confirm: confirmOrders,
  'balance.hidden': balanceHidden,
  clock: {
    get value() {
      const { hours, zone = '' } = clockFace.value;
      return `${hours} ${zone}`.trimEnd();
    },
    set value(text: string) {
      const [hours, zone = ''] = text.split(' ');
      showClockFace(hours === '12' ? 12 : 24, zone);
    },
  },
  'home.folded': listFolded,
  'home.chip': homeChip,
  'home.sort': homeSort,
  'order.single': singlePositions,
} satisfies Partial<Readonly<Record<ChoiceName, Choice>>>;

let isOffered = false;

/** Offers them for the life of the page. Safe to call again. */
export function offerLasting(): void {
  if (isOffered) return;
  isOffered = true;
  for (const [name, choice] of Object.entries(LASTING)) offerChoice(name as keyof typeof LASTING, choice);
}
