import type { WordsOf } from './words.ts';

export const siteWords: WordsOf<
  | 'getBasicInfo'
  | 'getAreas'
  | 'getSetting'
  | 'getContactEmail'
  | 'getCompanyStatus'
  | 'getCompanies'
  | 'searchCompanies'
> = {
  getBasicInfo: { summary: 'What the app asks first: service link, registration, fees', parameters: {} },
  getAreas: { summary: 'Countries with their dialling codes', parameters: {} },
  getSetting: { summary: 'One setting', parameters: { key: 'which' } },
  getContactEmail: { summary: 'Where complaints go', parameters: {} },
  getCompanyStatus: {
    summary: 'Whether the app may be used here, and whether it lists companies',
    parameters: {},
  },
  getCompanies: { summary: 'All companies', parameters: {} },
  searchCompanies: {
    summary: 'Companies by a part of their name',
    parameters: { name: 'a part of the name; large and small letters are the same' },
  },
};
