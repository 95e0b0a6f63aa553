import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { sharedHttp } from '../http-fixture.ts';

describe('the app’s first calls', () => {
  const http = sharedHttp({
    BLOCKED_COUNTRIES: 'KP,IR',
    IS_SHOW_MOBILE: '3',
    CONTACT_EMAIL: 'Help@House.example',
    COMPANY_MODE: '1',
  });

  // spec: 1.6 3.8 7.8
  it('return the countries that are not served, and omit their dialling codes', async () => {
    const { data } = await http.ask('/api/basicSet/getBasicInfo');
    expect(data.blocked_countries).toEqual(['KP', 'IR']);
    const codes = data.area_codes.map(({ code }: { code: string }) => code);
    expect(codes).toContain('HK');
    expect(codes).not.toContain('KP');
    expect(codes).not.toContain('IR');
    const areas = await http.ask('/api/default/area_list');
    expect(areas.data).toEqual(data.area_codes);
    expect(areas.data).toContainEqual({ id: expect.any(Number), code: 'HK', global_code: '852' });
  });

  // spec: 7.10
  it('return whether the register form has a phone part, and no other setting', async () => {
    const { data } = await http.ask('/api/default/setting?key=is_show_mobile');
    expect(data).toEqual({ key: 'is_show_mobile', value: 3 });
    const other = await http.ask('/api/default/setting?key=demo_balance');
    expect(other).toMatchObject({ status: 200, code: CODE.badParameter, data: { field: 'key' } });
  });

  // spec: 7.11
  it('return the address for questions', async () => {
    const { data } = await http.ask('/api/default/contact_email');
    expect(data).toEqual({ email: 'help@house.example' });
  });

  // spec: 1.7 7.12
  it('return that companies are listed instead of instruments', async () => {
    const { data } = await http.ask('/api/company/getCompanyStatus');
    expect(data).toEqual({ status: 0, url: '', mode: 1 });
  });
});
