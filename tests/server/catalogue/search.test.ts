import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import { instrumentKey, instrumentName } from '../../../server/catalogue/names.ts';
import { nicknames } from '../../../server/catalogue/nicknames.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/language.ts';
import { find, findMistyped } from '../../../shared/search/find.ts';

const first = (keyword: string, language: Language): string | undefined => {
  const keyOf = (entry: (typeof catalogue)[number]) => instrumentKey(entry, language);
  const found = find(catalogue, keyOf, keyword);
  return (found.length > 0 ? found : findMistyped(catalogue, keyOf, keyword))[0]?.code;
};

describe.each<[Language, Readonly<Record<string, string>>]>([
  [
    'hk',
    {
      黃金: 'XAUUSD',
      黄金: 'XAUUSD',
      比特幣: 'BTCUSD',
      比特币: 'BTCUSD',
      歐元: 'EURUSD',
      欧元: 'EURUSD',
      歐元美元: 'EURUSD',
      '日圓 歐元': 'EURJPY',
      恒指: 'HK50',
      道指: 'US30',
      歐美: 'EURUSD',
      美日: 'USDJPY',
      鎊日: 'GBPJPY',
      石油: 'USOIL',
    },
  ],
  ['en', { 'dollar yen': 'USDJPY', 'bit coin': 'BTCUSD', swisss: 'USDCHF', cable: 'GBPUSD' }],
  [
    'jp',
    {
      ユーロ: 'EURUSD',
      びっとこいん: 'BTCUSD',
      '円 ドル': 'USDJPY',
      ドル円: 'USDJPY',
      ユーロ円: 'EURJPY',
      日経: 'JP225',
      ｺﾞｰﾙﾄﾞ: 'XAUUSD',
    },
  ],
  [
    'kr',
    {
      금: 'XAUUSD',
      비트코인: 'BTCUSD',
      비트고인: 'BTCUSD',
      '엔 달러': 'USDJPY',
      달러엔: 'USDJPY',
      나스닥: 'NAS100',
    },
  ],
  ['th', { ทองคำ: 'XAUUSD', ยูโร: 'EURUSD', บิทคอยน์: 'BTCUSD', '๕๐๐': 'US500' }],
  ['vn', { vang: 'XAUUSD', Vàng: 'XAUUSD', 'yen nhat': 'USDJPY', 'dau tho my': 'USOIL', dong: 'XCUUSD' }],
  [
    'fr',
    { or: 'XAUUSD', petrole: 'USOIL', 'yen dollar': 'USDJPY', allemange: 'DE40', 'etats unis': 'US500' },
  ],
  ['de', { silber: 'XAGUSD', rohol: 'USOIL', 'franken dollar': 'USDCHF', 'norwegische krone': 'USDNOK' }],
  ['ru', { золото: 'XAUUSD', биткойн: 'BTCUSD', евро: 'EURUSD', 'иена доллар': 'USDJPY', насдак: 'NAS100' }],
  ['spa', { oro: 'XAUUSD', petroleo: 'USOIL', 'dolar yen': 'USDJPY', alemnia: 'DE40' }],
  ['pt', { ouro: 'XAUUSD', paladio: 'XPDUSD', 'iene dolar': 'USDJPY', 'gas natural': 'NGAS' }],
  [
    'ar',
    {
      ذهب: 'XAUUSD',
      الذهب: 'XAUUSD',
      اليورو: 'EURUSD',
      'ين دولار': 'USDJPY',
      المانيا: 'DE40',
      بيتكوين: 'BTCUSD',
    },
  ],
  ['it', { oro: 'XAUUSD', greggio: 'USOIL', 'yen dollaro': 'USDJPY', germnaia: 'DE40' }],
  [
    'tr',
    { altin: 'XAUUSD', ALTIN: 'XAUUSD', gumus: 'XAGUSD', 'dogal gaz': 'NGAS', 'ingiliz sterlini': 'GBPUSD' },
  ],
  ['id', { emas: 'XAUUSD', perak: 'XAGUSD', 'minyak brent': 'UKOIL', 'dolar yen': 'USDJPY' }],
])('a reader of %s', (language, keywords) => {
  // spec: 7.47
  it.each(Object.entries(keywords))('finds by %j first %s', (keyword, code) => {
    expect(first(keyword, language)).toBe(code);
  });

  it.each([
    ['gold', 'XAUUSD'],
    ['Bitcoin', 'BTCUSD'],
    ['bitcion', 'BTCUSD'],
    ['usd jpy', 'USDJPY'],
    ['jpyusd', 'USDJPY'],
    ['USD/JPY', 'USDJPY'],
    ['eurusd', 'EURUSD'],
    ['ＥＵＲ／ＵＳＤ', 'EURUSD'],
    ['s&p', 'US500'],
    ['dax', 'DE40'],
    ['british pound', 'GBPUSD'],
    ['germany', 'DE40'],
  ])('finds in English by %j first %s', (keyword, code) => {
    expect(first(keyword, language)).toBe(code);
  });
});

it('every instrument is found first by its code, its show code and its name in every language', () => {
  for (const language of LANGUAGES)
    for (const entry of catalogue)
      for (const text of [entry.code, entry.showCode, instrumentName(entry, language)])
        expect(first(text, language), text).toBe(entry.code);
});

it('nicknames are of instruments of the catalogue', () => {
  expect(catalogue.filter(({ code }) => nicknames(code).length > 0).length).toBeGreaterThan(30);
  expect(nicknames('constructor')).toEqual([]);
});
