import { computed } from '@preact/signals-react';
import { useState } from 'react';
import { perTab } from '../link/storage.ts';
import { countriesIn, likelyCountries } from './likely-countries.ts';
import { language } from './preferences.ts';
import { areas } from './sign-in.ts';

type Kind = 'email' | 'mobile';

/** Kept for the life of the tab, like the values typed: the kind for each form, since the account is. */
const KIND = 'contact.kind.';
const AREA = 'contact.area';

/** Computed, since each key typed renders, and the zones of all countries are slow to list. */
const likelyArea = computed(() => {
  const list = areas.value;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Most devices that say en-US are elsewhere: where the clock is says more.
  const countries = [
    ...countriesIn(
      timeZone,
      list.map(({ code }) => code),
    ),
    ...likelyCountries(language.value, navigator.languages),
  ];
  return countries.flatMap((country) => list.find(({ code }) => code === country) ?? [])[0];
});

/**
 * How a user names the account: e-mail, or phone with area code; initially a likely one, or none: the first of the
 * list would be anywhere.
 */
export function useContact(form: 'login' | 'register' | 'forgot') {
  const [kind, setKind] = useState<Kind>(() => (perTab.get(KIND + form) === 'mobile' ? 'mobile' : 'email'));
  const [chosen, setAreaId] = useState(() => Number(perTab.get(AREA) ?? Number.NaN));
  const list = areas.value;
  const areaId = (list.find(({ id }) => id === chosen) ?? likelyArea.value)?.id;
  const area = areaId === undefined ? {} : { areaId };
  return {
    kind,
    setKind(next: Kind): void {
      perTab.set(KIND + form, next);
      setKind(next);
    },
    areaId,
    setAreaId(next: number): void {
      perTab.set(AREA, String(next));
      setAreaId(next);
    },
    /** As a parameter of a call. */
    area,
    /** As a parameter of `signIn`. */
    credentials: { kind, ...(kind === 'mobile' && areaId !== undefined ? { areaId } : {}) },
  };
}
