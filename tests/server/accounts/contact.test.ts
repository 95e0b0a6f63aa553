import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areasServed } from '../../../server/areas.ts';
import { nationalNumber, parseEmail, parsePhone } from '../../../server/contact.ts';

const areas = areasServed([]);
const idOf = (code: string) => areas.find((area) => area.code === code)?.id;

describe('an e-mail address', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann.Lee+Forex@Example.COM ', 'ann.lee+forex@example.com'],
    ["o'neil_1@mail.example.co.uk", "o'neil_1@mail.example.co.uk"],
    ['ann@münchen.de', 'ann@xn--mnchen-3ya.de'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is stored as %j', (typed, kept) => {
    expect(parseEmail(typed)).toEqual({ kind: 'email', value: kept });
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'ann@@example.com',
    'ann@exam ple.com',
    'ann@.example.com',
    'ann@example..com',
    'ann@-example.com',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@exa%6dple.com',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    '"ann"@example.com',
    'ann,bob@example.com',
    'ann bob@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'Ann <ann@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'example.'.repeat(32)}com`,
  ])('%j is invalid', (typed) => {
    expect(parseEmail(typed)).toBeUndefined();
  });

  it('does not change when normalised again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (typed) => {
        const kept = parseEmail(typed);
        if (kept !== undefined) expect(parseEmail(kept.value)).toEqual(kept);
      }),
    );
  });
});

describe('a phone', () => {
  it.each([
    ['6123 4567', 'HK', '+85261234567', '852'],
    ['٦١٢٣ ٤٥٦٧', 'HK', '+85261234567', '852'],
    ['＋８５２６１２３４５６７', undefined, '+85261234567', '852'],
    ['(0)7911-123.456', 'GB', '+447911123456', '44'],
    ['+44 (0) 7911 123456', undefined, '+447911123456', '44'],
    ['+85261234567', 'GB', '+85261234567', '852'],
    ['1 415 555 0100', 'US', '+14155550100', '1'],
    ['8 912 345-67-89', 'RU', '+79123456789', '7'],
    ['8121234567', 'RU', '+78121234567', '7'],
    ['0701234567', 'CI', '+2250701234567', '225'],
    ['+2250701234567', undefined, '+2250701234567', '225'],
    ['+12684640000', undefined, '+12684640000', '1268'],
  ])('%j in %s is stored as %s', (typed, area, value, areaCode) => {
    expect(parsePhone(typed, areas, area === undefined ? undefined : idOf(area))).toEqual({
      kind: 'phone',
      value,
      areaCode,
    });
  });

  it.each([
    ['', 'HK'],
    ['61234567', undefined],
    ['123', 'HK'],
    ['6123456a', 'HK'],
    ['1'.repeat(15), 'HK'],
    ['1'.repeat(13), 'HK'],
    ['+', undefined],
    ['+0123456789', undefined],
    ['+9991234567', undefined],
    ['61234567;ext=1', 'HK'],
    ['++85261234567', undefined],
  ])('%j in %s is invalid', (typed, area) => {
    expect(parsePhone(typed, areas, area === undefined ? undefined : idOf(area))).toBeUndefined();
  });

  it('of a country that is not served is invalid in every notation', () => {
    const served = areasServed(['HK']);
    expect(parsePhone('61234567', served, idOf('HK'))).toBeUndefined();
    expect(parsePhone('+85261234567', served, undefined)).toBeUndefined();
    expect(parsePhone('+447911123456', served, undefined)).toBeDefined();
  });

  it('is the dialling code and the number inside the country', () => {
    const phone = parsePhone('6123 4567', areas, idOf('HK'));
    expect(phone && nationalNumber(phone.value, phone.areaCode)).toBe('61234567');
  });
});
