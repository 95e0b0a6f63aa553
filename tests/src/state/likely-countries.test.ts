import { expect, it } from 'vitest';
import { countriesIn, likelyCountries } from '../../../src/state/likely-countries.ts';

it.each([
  ['en', ['en-GB', 'de'], ['GB', 'US', 'GB', 'DE']],
  ['en', ['de-AT'], ['US', 'AT']],
  ['th', ['en-US', 'th'], ['TH', 'US', 'TH']],
  ['de', ['de-CH'], ['CH', 'DE', 'CH']],
  ['hk', [], ['HK']],
  ['en', ['en-US@posix', 'fr'], ['US', 'FR']],
] as const)('a reader of %s with a device in %j is likely in %j', (language, tags, countries) => {
  expect(likelyCountries(language, tags)).toEqual(countries);
});

it.each([
  ['Asia/Hong_Kong', ['HK']],
  ['Europe/Vienna', ['AT']],
  ['America/Chicago', ['US']],
  ['Europe/Andorra', ['AD']],
  ['UTC', []],
  ['Etc/GMT+3', []],
])('a clock of %s is in %j', (zone, countries) => {
  expect(countriesIn(zone, ['AD', 'AT', 'DE', 'HK', 'US'])).toEqual(countries);
});
