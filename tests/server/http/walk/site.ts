import { expect } from 'vitest';
import type { Entry } from './ground.ts';

const plain = () => ({ fields: {} });

export const siteEntries = {
  getBasicInfo: {
    request: plain,
    check: ({ data }) => {
      expect(data).toMatchObject({
        service_link: '',
        service_link_type: 1,
        verify_reg_type: 1,
        trade_fee_type: 2,
        stop_out_percent: 50,
      });
      expect(data.area_codes).toContainEqual({ id: expect.any(Number), code: 'HK', global_code: '852' });
    },
  },
  getAreas: {
    request: plain,
    check: ({ data }) =>
      expect(data).toContainEqual({ id: expect.any(Number), code: 'DE', global_code: '49' }),
  },
  getSetting: {
    request: () => ({ fields: { key: 'is_show_mobile' } }),
    check: ({ data }) => expect(data).toEqual({ key: 'is_show_mobile', value: expect.any(Number) }),
  },
  getContactEmail: { request: plain, check: ({ data }) => expect(data.email).toEqual(expect.any(String)) },
  getCompanyStatus: {
    request: plain,
    check: ({ data }) => expect(data).toEqual({ status: 0, url: '', mode: 0 }),
  },
  getCompanies: { request: plain, check: ({ data }) => expect(data.length).toBeGreaterThan(0) },
  searchCompanies: {
    request: async ({ send }) => {
      const { data } = await send('getCompanies', {}, undefined);
      return { fields: { name: data[0].name.toUpperCase() } };
    },
    check: ({ data }) => expect(data.length).toBeGreaterThan(0),
  },
} satisfies Record<string, Entry>;
