import type { Language } from '../../shared/contract/language.ts';
import { CATEGORY } from './entry.ts';

/** A category's names in every interface language. */
export interface CategoryNames {
  readonly id: number;
  readonly names: Readonly<Record<Language, string>>;
}

/** All categories, in display order. */
export const categories: readonly CategoryNames[] = [
  {
    id: CATEGORY.forex,
    names: {
      hk: '外匯', en: 'Forex', jp: '為替', kr: '외환', th: 'ฟอเร็กซ์', vn: 'Ngoại hối', fr: 'Devises', de: 'Devisen',
      ru: 'Валюты', spa: 'Divisas', pt: 'Câmbio', ar: 'العملات', it: 'Valute', tr: 'Döviz', id: 'Valas',
    },
  },
  {
    id: CATEGORY.metals,
    names: {
      hk: '貴金屬', en: 'Metals', jp: '金属', kr: '금속', th: 'โลหะ', vn: 'Kim loại', fr: 'Métaux', de: 'Metalle',
      ru: 'Металлы', spa: 'Metales', pt: 'Metais', ar: 'المعادن', it: 'Metalli', tr: 'Metaller', id: 'Logam',
    },
  },
  {
    id: CATEGORY.energy,
    names: {
      hk: '能源', en: 'Energy', jp: 'エネルギー', kr: '에너지', th: 'พลังงาน', vn: 'Năng lượng', fr: 'Énergie',
      de: 'Energie', ru: 'Энергия', spa: 'Energía', pt: 'Energia', ar: 'الطاقة', it: 'Energia', tr: 'Enerji',
      id: 'Energi',
    },
  },
  {
    id: CATEGORY.indices,
    names: {
      hk: '指數', en: 'Indices', jp: '株価指数', kr: '지수', th: 'ดัชนี', vn: 'Chỉ số', fr: 'Indices', de: 'Indizes',
      ru: 'Индексы', spa: 'Índices', pt: 'Índices', ar: 'المؤشرات', it: 'Indici', tr: 'Endeksler', id: 'Indeks',
    },
  },
  {
    id: CATEGORY.crypto,
    names: {
      hk: '加密貨幣', en: 'Crypto', jp: '暗号資産', kr: '암호화폐', th: 'คริปโต', vn: 'Tiền mã hóa', fr: 'Crypto',
      de: 'Krypto', ru: 'Криптовалюты', spa: 'Cripto', pt: 'Cripto', ar: 'العملات الرقمية', it: 'Cripto', tr: 'Kripto',
      id: 'Kripto',
    },
  },
  {
    id: CATEGORY.synthetic,
    names: {
      hk: '合成品種', en: 'Synthetic', jp: '合成銘柄', kr: '합성 종목', th: 'สังเคราะห์', vn: 'Tổng hợp',
      fr: 'Synthétiques', de: 'Synthetisch', ru: 'Синтетика', spa: 'Sintéticos', pt: 'Sintéticos', ar: 'اصطناعية',
      it: 'Sintetici', tr: 'Sentetik', id: 'Sintetis',
    },
  },
  {
    id: CATEGORY.other,
    names: {
      hk: '其他', en: 'Other', jp: 'その他', kr: '기타', th: 'อื่น ๆ', vn: 'Khác', fr: 'Autres', de: 'Sonstige',
      ru: 'Прочее', spa: 'Otros', pt: 'Outros', ar: 'أخرى', it: 'Altri', tr: 'Diğer', id: 'Lainnya',
    },
  },
];
