import { useState } from 'react';
import { perTab } from '../link/storage.ts';
import { language } from './preferences.ts';
import { areas } from './sign-in.ts';

type Kind = 'email' | 'mobile';

/** Kept for the life of the tab, as what was typed is. */
const KIND = 'contact.kind';
const AREA = 'contact.area';

/** Where most readers of a language have their phone. */
const HOME: Readonly<Record<string, string>> = {
  hk: 'HK',
  en: 'US',
  jp: 'JP',
  kr: 'KR',
  th: 'TH',
  vn: 'VN',
  fr: 'FR',
  de: 'DE',
  ru: 'RU',
  spa: 'ES',
  pt: 'PT',
  ar: 'AE',
  it: 'IT',
  tr: 'TR',
  id: 'ID',
};

/** By what an account is named: e-mail, or a phone with its country's code, the reader's own to begin with. */
export function useContact() {
  const [kind, setKind] = useState<Kind>(() => (perTab.get(KIND) === 'mobile' ? 'mobile' : 'email'));
  const [chosen, setAreaId] = useState(() => Number(perTab.get(AREA) ?? Number.NaN));
  const list = areas.value;
  const home = list.find(({ code }) => code === HOME[language.value]) ?? list[0];
  const areaId = (list.find(({ id }) => id === chosen) ?? home)?.id;
  const area = areaId === undefined ? {} : { area_id: areaId };
  return {
    kind,
    setKind(next: Kind): void {
      perTab.set(KIND, next);
      setKind(next);
    },
    areaId,
    setAreaId(next: number): void {
      perTab.set(AREA, String(next));
      setAreaId(next);
    },
    /** As a call's parameter. */
    area,
    /** As signing in takes it. */
    credentials: { kind, ...(kind === 'mobile' && areaId !== undefined ? { areaId } : {}) },
  };
}
