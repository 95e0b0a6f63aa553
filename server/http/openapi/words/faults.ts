import type { WordsOf } from './words.ts';

export const faultWords: WordsOf<'getFaults' | 'setFault' | 'clearFaults'> = {
  getFaults: { summary: 'Faults that are on', parameters: {} },
  setFault: {
    summary: 'Puts a fault on, in place of the one of its kind',
    text: 'Ends after `count` strikes or `seconds`, whichever comes first; without both it lasts until it is cleared.',
    parameters: {
      kind: 'what goes wrong',
      on: 'what it strikes, of `drop`, `delay`, `refuse` and `skew`; `all` unless told',
      share: 'percent of the occasions on which it strikes; 100 unless told',
      ms: 'how long `delay` (500) and `burst` (3000) hold, how far `skew` (60000) shifts; no other kind takes it',
      skip: 'numbers that `gap` leaves out; 1 unless told, and no other kind takes it',
      count: 'ends after so many strikes',
      seconds: 'ends after so long',
      seed: 'of its chance; 1 unless told',
    },
  },
  clearFaults: { summary: 'Ends faults', parameters: { kind: 'which; all of them without it' } },
};
