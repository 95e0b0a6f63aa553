import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { WireCompany } from '../../../shared/contract/site.ts';
import { sharedHttp } from '../http-fixture.ts';
import { VECTORS } from './xss-vectors.ts';

const http = sharedHttp({ COMPANY_MODE: '1' });
const { operator } = http;

const all = async (): Promise<readonly WireCompany[]> => (await http.ask('/api/company/getCompany')).data;
const search = (name: string) => http.ask(`/api/company/search?name=${encodeURIComponent(name)}`);
const found = async (name: string) => (await search(name)).data.map((company: WireCompany) => company.name);

const COMPANY = {
  name: 'Ångström Trading',
  url: 'https://angstrom.example/about',
  subject: 'Ångström Trading AB',
  'registered-address': '5 Example Road',
  location: 'Sampletown',
  email: 'Office@Angstrom.example',
};

describe('companies', () => {
  // spec: 3.18 7.13
  it('are four invented ones at first, with all their fields', async () => {
    const companies = await all();
    expect(companies.length).toBe(4);
    for (const company of companies) {
      expect(company).toEqual({
        id: expect.any(Number),
        name: expect.stringMatching(/\S/),
        logo: expect.stringMatching(/^\/logos\/company-[0-7]-[a-z0-9]{2}\.svg$/),
        url: expect.stringMatching(/^https:\/\/[a-z-]+\.example\/$/),
        subject: expect.stringContaining(company.name.split(' ')[0] ?? ''),
        registered_address: expect.stringMatching(/\S/),
        location: expect.stringMatching(/\S/),
        email: expect.stringMatching(/^[a-z]+@[a-z-]+\.example$/),
      });
      const picture = await http.ask(company.logo);
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(picture.text).not.toMatch(/<script|\son\w+=|href|foreignObject/i);
    }
  });

  it.each([
    '/logos/company-8.svg',
    '/logos/company-1-.svg',
    '/logos/company-1-abc.svg',
    '/logos/company-1-%3C.svg',
  ])('%s is no picture', async (path) => {
    expect((await http.ask(path)).status).toBe(404);
  });

  // spec: 7.14
  it('are found by a part of their name, ignoring case and surrounding spaces', async () => {
    const names = (await all()).map(({ name }) => name);
    const [first = ''] = names;
    expect(await found(first)).toEqual([first]);
    expect(await found(`  ${first.toUpperCase()} `)).toEqual([first]);
    expect(await found(first.slice(3, 9).toLowerCase())).toEqual([first]);
    expect(await found('')).toEqual(names);
    expect(await found('   ')).toEqual(names);
    expect(await found('nobody has this name')).toEqual([]);
    for (const pattern of ['%', '_', '*', '.', "'", '\\']) expect(await found(pattern)).toEqual([]);
  });

  it('are not searched for by a text of unlimited length', async () => {
    expect((await search('x'.repeat(64))).code).toBe(CODE.success);
    expect(await search('x'.repeat(65))).toMatchObject({ code: CODE.badParameter, data: { field: 'name' } });
    expect(await http.ask('/api/company/search')).toMatchObject({
      code: CODE.badParameter,
      data: { field: 'name' },
    });
  });

  it('are found ignoring the width of the letters', async () => {
    const [{ id }] = (await operator.rows('companies', 'add', COMPANY)) as [{ id: number }];
    expect(await found('ÅNGSTRÖM')).toEqual([COMPANY.name]);
    expect(await found('ｔｒａｄｉｎｇ')).toContain(COMPANY.name);
    await operator.rows('companies', 'remove', { id: String(id) });
  });
});

describe('an operator of companies', () => {
  it('adds, changes and removes one', async () => {
    const before = await all();
    const [row] = await operator.rows('companies', 'add', COMPANY);
    const { 'registered-address': registeredAddress, ...rest } = COMPANY;
    const wire = { ...rest, email: 'office@angstrom.example', registered_address: registeredAddress };
    expect((await all()).at(-1)).toEqual({ ...wire, id: row.id, logo: expect.any(String) });
    await operator.rows('companies', 'change', { id: String(row.id), location: 'Elsewhere' });
    expect((await all()).at(-1)).toMatchObject({ ...wire, location: 'Elsewhere' });
    await operator.rows('companies', 'remove', { id: String(row.id) });
    expect(await all()).toEqual(before);
  });

  it('gives a picture also to a name without Latin letters', async () => {
    const [row] = await operator.rows('companies', 'add', { ...COMPANY, name: '示例公司' });
    const { logo } = (await all()).at(-1) ?? { logo: '' };
    expect(logo).toMatch(/^\/logos\/company-[0-7]\.svg$/);
    expect((await http.ask(logo)).status).toBe(200);
    await operator.rows('companies', 'remove', { id: String(row.id) });
  });

  type Fields = Readonly<Record<string, string>>;
  it.each<[string, string, Fields, RegExp]>([
    ['a name that nobody sees', 'add', { ...COMPANY, name: ' \u202e ' }, /^name is/],
    ['too long a name', 'add', { ...COMPANY, name: 'x'.repeat(201) }, /^name is/],
    ['an unsafe address', 'add', { ...COMPANY, url: 'http://a.example/' }, /^url is/],
    ['a script', 'add', { ...COMPANY, url: 'javascript:alert(1)' }, /^url is/],
    ['an address with a password', 'add', { ...COMPANY, url: 'https://user:secret@a.example/' }, /^url is/],
    ['too long an address', 'add', { ...COMPANY, url: `https://a.example/${'x'.repeat(500)}` }, /^url is/],
    ['no registered address', 'add', { ...COMPANY, 'registered-address': '' }, /^registered-address is/],
    ['no e-mail address', 'add', { ...COMPANY, email: 'nobody' }, /^email is/],
    ['an e-mail address with a letter', 'add', { ...COMPANY, email: 'a@b.example?subject=x' }, /^email is/],
    ['no change', 'change', { id: '1' }, /^Nothing is given/],
    ['a change to markup', 'change', { id: '1', email: '<script>@a.example' }, /^email is/],
    ['a change of nobody', 'change', { id: '999', name: 'x' }, /^There is no company/],
    ['a removal of nobody', 'remove', { id: '999' }, /^There is no company/],
    ['no number', 'remove', { id: '1 or 1=1' }, /^There is no company/],
  ])('gets the reason when %s is refused', async (_, verb, values, sentence) => {
    const before = await all();
    expect(await operator.refused('companies', verb, values)).toMatch(sentence);
    expect(await all()).toEqual(before);
  });

  it('can store only plain text and https addresses in any field', async () => {
    const [row] = await operator.rows('companies', 'add', COMPANY);
    const id = String(row.id);
    const some = VECTORS.filter((vector, i) => i % 5 === 0 && vector.length <= 150);
    expect(some.length).toBeGreaterThan(200);
    for (const [i, vector] of some.entries()) {
      const plain = { name: `N ${vector}`, subject: `S ${vector}`, location: `L ${vector}` };
      await operator.rows('companies', 'change', { id, ...plain });
      if (i % 8 === 0) {
        await operator.ask('companies', 'change', { id, url: vector });
        await operator.ask('companies', 'change', { id, email: vector });
      }
      const company = (await all()).at(-1);
      if (company === undefined) throw new Error('it is gone');
      expect(company.name + company.subject + company.location).not.toMatch(
        /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
      );
      expect(company.url).toMatch(/^https:\/\/[^\s<>"]+$/);
      expect(company.email).toMatch(/^[^\s<>"?:]+@[^\s<>"?:]+$/);
    }
    await operator.rows('companies', 'remove', { id });
  });
});
