import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { WireNews } from '../../../shared/contract/content.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { sharedHttp } from '../http-fixture.ts';
import { offencesOf } from './strict-html.ts';
import { VECTORS } from './xss-vectors.ts';

const http = sharedHttp();
const { operator } = http;

const list = (category: 1 | 2, page = 1, lang = 'en') =>
  http.ask(`/api/news/list?category_id=${category}&page=${page}`, { headers: { lang } });
const info = (id: number | string, lang = 'en') => http.ask(`/api/news/info?id=${id}`, { headers: { lang } });

type Fields = Readonly<Record<string, string>>;
type Texts = Readonly<Record<string, { title: string; desc?: string; content?: string }>>;

/** An item in these languages; @returns its id. */
async function write(thing: 'news' | 'announcements', texts: Texts, publish = true): Promise<string> {
  const [first, ...others] = Object.entries(texts);
  if (first === undefined) throw new Error('an item has a text');
  const [row] = await operator.rows(thing, 'add', { language: first[0], ...first[1] });
  const id = String(row.id);
  for (const [language, text] of others) await operator.rows(thing, 'change', { id, language, ...text });
  if (publish) await operator.rows(thing, 'publish', { id });
  return id;
}

describe('news and announcements', () => {
  // spec: 2.27 3.19
  it('are listed by category, newest first, with exactly the fields of a list', async () => {
    const [news, announcements] = [await list(1), await list(2)];
    expect([news.data.total, announcements.data.total]).toEqual([3, 2]);
    for (const item of [...news.data.list, ...announcements.data.list]) {
      expect(item).toEqual({
        id: expect.any(Number),
        title: expect.stringMatching(/\S/),
        desc: expect.stringMatching(/\S/),
        logo: expect.stringMatching(/^\/logos\/news-[a-z]+\.svg$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    }
    const ids = news.data.list.map(({ id }: WireNews) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
  });

  it('have pictures that this server draws', async () => {
    for (const { logo } of (await list(1)).data.list) {
      const picture = await http.ask(logo);
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(picture.text).toMatch(/^<svg .*<\/svg>$/s);
      expect(picture.text).not.toMatch(/<script|\son\w+=|href|foreignObject/i);
    }
    expect((await http.ask('/logos/news-nothing.svg')).status).toBe(404);
  });

  // spec: 3.19 7.58
  it('are read by id with their content', async () => {
    const [item] = (await list(2)).data.list;
    const { data } = await info(item.id);
    expect(data).toEqual({ ...item, category_id: 2, content: expect.stringMatching(/^<(p|ul)>/) });
    expect(offencesOf(data.content)).toEqual([]);
  });

  it('come in the requested language, else in English, else in any other', async () => {
    const both = await write('news', { de: { title: 'Deutsch' }, en: { title: 'English' } });
    const one = await write('news', { th: { title: 'ไทย', desc: 'สั้น', content: '<p>ยาว</p>' } });
    const titles = async (lang: string) => {
      const { data } = await list(1, 1, lang);
      const listed = new Map(data.list.map(({ id, title }: WireNews) => [String(id), title]));
      return [listed.get(both), listed.get(one)];
    };
    expect(await titles('de')).toEqual(['Deutsch', 'ไทย']);
    expect(await titles('fr')).toEqual(['English', 'ไทย']);
    expect((await info(both, 'de')).data.title).toBe('Deutsch');
    expect((await info(both, 'fr')).data.title).toBe('English');
    expect((await info(one, 'fr')).data).toMatchObject({ title: 'ไทย', desc: 'สั้น', content: '<p>ยาว</p>' });
    for (const id of [both, one]) await operator.rows('news', 'remove', { id });
  });

  // spec: 7.57
  it('come 20 per page, without repetition', async () => {
    const before = (await list(2)).data.total;
    for (let i = 0; i < 43; i++) await write('announcements', { en: { title: `Number ${i}` } });
    const pages = [await list(2, 1), await list(2, 2), await list(2, 3), await list(2, 4)];
    expect(pages.map(({ data }) => data.list.length)).toEqual([20, 20, 3 + before, 0]);
    expect(new Set(pages.map(({ data }) => data.total))).toEqual(new Set([43 + before]));
    const titles = pages.flatMap(({ data }) => data.list.map(({ title }: WireNews) => title));
    expect(titles.slice(0, 43)).toEqual(Array.from({ length: 43 }, (_, i) => `Number ${42 - i}`));
    expect((await list(1)).data.total).toBe(3);
    expect((await list(2, 1_000_000)).data.list).toEqual([]);
  });

  it.each([
    ['category_id=3&page=1', 'category_id'],
    ['category_id=1', 'page'],
    ['category_id=1&page=0', 'page'],
    ['page=1', 'category_id'],
  ])('%s is refused', async (query, field) => {
    expect(await http.ask(`/api/news/list?${query}`)).toMatchObject({
      code: CODE.badParameter,
      data: { field },
    });
  });

  it('that are missing, unpublished or withdrawn are all not found', async () => {
    const draft = await write('news', { en: { title: 'Draft' } }, false);
    const withdrawn = await write('news', { en: { title: 'Withdrawn' } });
    expect((await info(withdrawn)).code).toBe(CODE.success);
    await operator.rows('news', 'withdraw', { id: withdrawn });
    const absent = await info(999_999);
    expect(absent.code).toBe(CODE.notFound);
    expect((await info(draft)).text).toBe(absent.text);
    expect((await info(withdrawn)).text).toBe(absent.text);
    const { list: shown, total } = (await list(1)).data;
    expect([shown.length, total]).toEqual([3, 3]);
    const titles = shown.map(({ title }: WireNews) => title);
    expect(titles).not.toContain('Draft');
    expect(titles).not.toContain('Withdrawn');
    for (const id of [draft, withdrawn]) await operator.rows('news', 'remove', { id });
  });
});

describe('an operator', () => {
  it('sees all items with their languages and status', async () => {
    const id = await write('news', { en: { title: 'Seen' }, jp: { title: '見た' } }, false);
    const rows = await operator.rows('news', 'list');
    expect(rows[0]).toEqual({ id: Number(id), published: null, title: 'Seen', logo: '', languages: 'en jp' });
    expect(rows.length).toBe(4);
    await operator.rows('news', 'remove', { id });
    expect((await operator.rows('news', 'list')).length).toBe(3);
  });

  it('changes only the given fields', async () => {
    const id = await write('news', { en: { title: 'Old', desc: 'Same', content: '<p>Same</p>' } });
    await operator.rows('news', 'change', { id, language: 'en', title: 'New' });
    await operator.rows('news', 'change', { id, logo: 'shield' });
    expect((await info(id)).data).toMatchObject({
      title: 'New',
      desc: 'Same',
      content: '<p>Same</p>',
      logo: '/logos/news-shield.svg',
    });
    await operator.rows('news', 'change', { id, language: 'en', desc: 'Newer', content: '<p>Newer</p>' });
    expect((await info(id)).data).toMatchObject({ title: 'New', desc: 'Newer', content: '<p>Newer</p>' });
    await operator.rows('news', 'remove', { id });
    expect((await info(id)).code).toBe(CODE.notFound);
  });

  it('publishes a withdrawn item again, and once for two requests', async () => {
    const id = await write('news', { en: { title: 'Again' } });
    const first = (await info(id)).data.created_at;
    // Times are in ms: the second publication is a later one.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await operator.rows('news', 'publish', { id });
    expect((await info(id)).data.created_at).toBe(first);
    await operator.rows('news', 'withdraw', { id });
    await operator.rows('news', 'withdraw', { id });
    await operator.rows('news', 'publish', { id });
    expect((await info(id)).data.created_at > first).toBe(true);
    await operator.rows('news', 'remove', { id });
  });

  it('passes content as a file', async () => {
    const path = join(temporaryFolder(), 'text.html');
    writeFileSync(path, '<h2>From a file</h2><script>alert(1)</script>');
    const [row] = await operator.rows('news', 'add', { language: 'en', title: 'File', 'content-file': path });
    await operator.rows('news', 'publish', { id: String(row.id) });
    expect((await info(row.id)).data.content).toBe('<h2>From a file</h2>');
    await operator.rows('news', 'remove', { id: String(row.id) });
  });

  const text = (more: Fields) => ({ language: 'en', title: 'x', ...more });
  it.each<[string, string, Fields, RegExp]>([
    ['a title that nobody sees', 'add', text({ title: ' \u200b ' }), /^title is/],
    ['too long a title', 'add', text({ title: 'x'.repeat(201) }), /^title is/],
    ['too long a desc', 'add', text({ desc: 'y'.repeat(501) }), /^desc is/],
    ['too long a content', 'add', text({ content: 'y'.repeat(100_001) }), /^content is/],
    ['a file that is not there', 'add', text({ 'content-file': '/nothing/there' }), /^content-file cannot/],
    ['a folder as a file', 'add', text({ 'content-file': '/' }), /^content-file is not/],
    ['two contents', 'add', text({ content: 'a', 'content-file': 'b' }), /give one/],
    ['a language that is not offered', 'add', text({ language: 'xx' }), /^language is one of/],
    ['a picture that is not drawn', 'add', text({ logo: '../evil' }), /^logo is one of/],
    ['no change', 'change', { id: '1' }, /^Nothing is given/],
    ['a text of no language', 'change', { id: '1', title: 'x' }, /^language says/],
    ['a change of nothing', 'change', { id: '999', language: 'en', title: 'x' }, /^There is no news item/],
    ['the number 0', 'publish', { id: '0' }, /^There is no news item/],
    ['no number', 'withdraw', { id: 'x' }, /^There is no news item/],
    ['a number below 0', 'remove', { id: '-1' }, /^There is no news item/],
  ])('gets the reason when %s is refused', async (_, verb, values, sentence) => {
    const before = await operator.rows('news', 'list');
    expect(await operator.refused('news', verb, values)).toMatch(sentence);
    expect(await operator.rows('news', 'list')).toEqual(before);
  });

  it('requires a title for a new language', async () => {
    const [item] = await operator.rows('news', 'list');
    const id = await write('news', { en: { title: 'x' } });
    expect(await operator.refused('news', 'change', { id, language: 'de', desc: 'y' })).toMatch(/^title is/);
    await operator.rows('news', 'remove', { id });
    expect(item.languages.split(' ').length).toBe(15);
  });

  it('cannot change announcements through news', async () => {
    const [announcement] = await operator.rows('announcements', 'list');
    const id = String(announcement.id);
    for (const verb of ['publish', 'withdraw', 'remove'])
      expect(await operator.refused('news', verb, { id })).toMatch(/^There is no news item/);
    expect(await operator.rows('announcements', 'list')).toContainEqual(announcement);
  });
});

describe('what an operator writes', () => {
  it('reaches readers only as harmless HTML and plain text', async () => {
    const id = await write('news', { en: { title: 'x' } });
    const some = VECTORS.filter((vector, i) => i % 5 === 0 && vector.length <= 150);
    expect(some.length).toBeGreaterThan(200);
    for (const vector of some) {
      const given = { title: `T ${vector}`, desc: vector, content: vector };
      await operator.rows('news', 'change', { id, language: 'en', ...given });
      const { data } = await info(id);
      expect(offencesOf(data.content)).toEqual([]);
      for (const plain of [data.title, data.desc])
        expect(plain).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      // Text, not markup: anything like a tag is still readable.
      if (/^<[a-z]/.test(vector)) expect(data.title).toContain('<');
    }
    await operator.rows('news', 'remove', { id });
  });
});
