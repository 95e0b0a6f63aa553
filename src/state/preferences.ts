import { effect, type Signal, signal } from '@preact/signals-react';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/contract/language.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { lasting, type TextStore } from '../link/storage.ts';
import { areBorrowed } from './replay-source.ts';

const THEMES = ['system', 'dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
export const PALETTES = ['green-up', 'red-up', 'blue-red'] as const;
type Palette = (typeof PALETTES)[number];
/** Choices of `priceTolerance`, in hundredths of a percent. */
export const TOLERANCES = [1, 5, 20, 100] as const;
export const DEFAULT_TOLERANCE = 5;

export const HOME_SORTS = [
  'listed',
  'name-up',
  'name-down',
  'change-down',
  'change-up',
  'price-down',
  'price-up',
] as const;
/** The order of the list at home; `listed`: the exchange's, or the user's own of the starred ones. */
export type HomeSort = (typeof HOME_SORTS)[number];

export interface Preferences {
  readonly language: Signal<Language>;
  readonly theme: Signal<Theme>;
  readonly palette: Signal<Palette>;
  readonly confirmOrders: Signal<boolean>;
  /** Whether the user was told what one-tap trading does. */
  readonly knowsOneTap: Signal<boolean>;
  /** How far a market order's price may differ from the price seen, in hundredths of a percent. */
  readonly priceTolerance: Signal<number>;
  readonly balanceHidden: Signal<boolean>;
  /** Each position in a row of its own, instead of one row an instrument. */
  readonly singlePositions: Signal<boolean>;
  /** On a wide screen, no list beside the other screens. */
  readonly listFolded: Signal<boolean>;
  /** The category shown at home; 0: all, -1: the starred ones. */
  readonly homeChip: Signal<number>;
  readonly homeSort: Signal<HomeSort>;
  /** The starred instruments in the user's order; `favourites.ts` keeps them equal to the account's. */
  readonly favourites: Signal<readonly InstrumentId[]>;
  /** Starts to write changes to the store. */
  persist(): void;
}

/** Reads the preferences in `store`; an unknown value counts as absent. `persist` has them written from then on. */
export function createPreferences(store: TextStore): Preferences {
  const writers: (() => void)[] = [];
  const kept = <T>(key: string, parse: (text: string) => T | undefined, initial: T): Signal<T> => {
    const text = store.get(key);
    const preference = signal((text === null ? undefined : parse(text)) ?? initial);
    writers.push(() => {
      let written = preference.peek();
      effect(() => {
        const value = preference.value;
        if (value === written || areBorrowed.peek()) return;
        written = value;
        store.set(key, String(value));
      });
    });
    return preference;
  };
  const favourites = kept<readonly InstrumentId[]>('favourites', parseIds, []);
  const homeChip = kept<number>('home-chip', parseChip, 0);
  // A start with an empty list would show nothing.
  if (homeChip.peek() < 0 && favourites.peek().length === 0) homeChip.value = 0;
  return {
    language: kept<Language>('language', (text) => (isLanguage(text) ? text : undefined), DEFAULT_LANGUAGE),
    theme: kept<Theme>('theme', (text) => THEMES.find((theme) => theme === text), 'system'),
    palette: kept<Palette>('palette', (text) => PALETTES.find((palette) => palette === text), 'green-up'),
    confirmOrders: kept<boolean>('confirm-orders', parseBoolean, true),
    knowsOneTap: kept<boolean>('one-tap-known', parseBoolean, false),
    priceTolerance: kept<number>(
      'price-tolerance',
      (text) => TOLERANCES.find((tolerance) => String(tolerance) === text),
      DEFAULT_TOLERANCE,
    ),
    balanceHidden: kept<boolean>('balance-hidden', parseBoolean, false),
    singlePositions: kept<boolean>('single-positions', parseBoolean, false),
    listFolded: kept<boolean>('list-folded', parseBoolean, false),
    homeChip,
    homeSort: kept<HomeSort>('home-sort', (text) => HOME_SORTS.find((sort) => sort === text), 'listed'),
    favourites,
    persist() {
      for (const start of writers) start();
    },
  };
}

const preferences = createPreferences(lasting);

/** This device's preferences as writable signals; a new value is written at once. */
export const {
  language,
  theme,
  palette,
  confirmOrders,
  knowsOneTap,
  priceTolerance,
  balanceHidden,
  singlePositions,
  listFolded,
  homeChip,
  homeSort,
  favourites,
} = preferences;

/** Starts to write changes of the preferences to this device. */
export const persistPreferences: () => void = preferences.persist;

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function parseInstrumentId(text: string): InstrumentId | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? instrumentId(id) : undefined;
}

function parseChip(text: string): number | undefined {
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

function parseIds(text: string): readonly InstrumentId[] {
  return text
    .split(',')
    .map(parseInstrumentId)
    .filter((id) => id !== undefined);
}
