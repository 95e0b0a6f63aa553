import { describe, expect, it } from 'vitest';
import { companyRepository } from '../../../server/content/company-repository.ts';
import { createContent } from '../../../server/content/content.ts';
import type { NewsId } from '../../../server/content/content-tables.ts';
import { newsRepository } from '../../../server/content/news-repository.ts';
import { plantContent } from '../../../server/content/seed.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { good } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { onEachDatabase } from '../../helpers/stores.ts';
import { offencesOf } from './strict-html.ts';

const NOW = timestampMs(Date.UTC(2026, 2, 4));

onEachDatabase(({ open }) => {
  const room = async () => {
    const store = await open();
    const clock = createManualClock(NOW);
    return { store, clock, content: createContent({ store, clock }) };
  };

  describe('stored content', () => {
    it('is sanitised when it is read, from any source', async () => {
      const { store, content } = await room();
      const text = {
        title: 'a\u202eb\nc',
        summary: 'd\u0007e',
        content: '<p onclick="x">f</p><script>g</script><img src="//evil.example/logos/x.svg">',
      };
      const id = await store.write(async (transaction) => {
        const news = newsRepository(transaction);
        const made = await news.insert({ kind: 'news', mark: 'no-such', publishedAt: NOW }, NOW);
        await news.writeTexts(made, new Map([['en', text]]));
        const plain = 'h\u202ei';
        await companyRepository(transaction).insert({
          name: plain,
          url: 'javascript:alert(1)',
          subject: plain,
          registeredAddress: plain,
          location: plain,
          email: 'x"><script>',
        });
        return made;
      });
      const article = await content.news.article(id, 'en');
      expect(article).toMatchObject({ title: 'ab c', summary: 'de', content: '<p>f</p>', logo: '' });
      const { list } = await content.news.page('news', 1, 'en');
      expect(list).toMatchObject([{ title: 'ab c', summary: 'de', logo: '' }]);
      expect(await content.companies.all()).toMatchObject([
        { name: 'hi', url: '', subject: 'hi', registeredAddress: 'hi', location: 'hi', email: '' },
      ]);
      await store.close();
    });

    it('is sanitised before it is stored', async () => {
      const { store, content } = await room();
      const dirty = { title: ' a\u202e ', summary: 'b\u0000', content: '<p onclick="x">c</p>' };
      const clean = { title: 'a', summary: 'b', content: '<p>c</p>' };
      const id = good(await content.news.add('news', '', 'en', dirty));
      good(await content.news.change('news', id, { text: { language: 'de', ...dirty } }));
      expect([...(await newsRepository(store.read).texts(id))].toSorted()).toEqual([
        ['de', clean],
        ['en', clean],
      ]);
      const plain = { name: ' d\u202e', subject: 'e\nf', registeredAddress: 'g\u0007', location: ' h ' };
      const address = { url: ' HTTPS://I.example', email: 'J@I.example ' };
      const company = good(await content.companies.add({ ...plain, ...address }));
      good(await content.companies.change(company, { location: ' k ' }));
      expect(await companyRepository(store.read).all()).toEqual([
        {
          id: company,
          name: 'd',
          subject: 'e f',
          registeredAddress: 'g',
          location: 'k',
          url: 'https://i.example/',
          email: 'j@i.example',
        },
      ]);
      await store.close();
    });

    it('is inserted once: removed items stay removed', async () => {
      const { store, content } = await room();
      await plantContent(store, NOW);
      const before = await content.news.entries('news');
      expect([before.length, (await content.companies.all()).length]).toEqual([3, 4]);
      const [first] = before;
      if (first === undefined) throw new Error('nothing was put in');
      expect(await content.news.remove('news', first.id)).toMatchObject({ ok: true });
      await plantContent(store, timestampMs(NOW + 1));
      expect((await content.news.entries('news')).map(({ id }) => id)).toEqual(
        before.slice(1).map(({ id }) => id),
      );
      expect((await content.companies.all()).length).toBe(4);
      await store.close();
    });

    it('is sorted by time of publication, newest first', async () => {
      const { store, clock, content } = await room();
      const text = (title: string) => ({ title, summary: '', content: '' });
      const ids: NewsId[] = [];
      for (const title of ['a', 'b', 'c']) {
        const added = await content.news.add('announcement', '', 'en', text(title));
        if (added.ok) ids.push(added.value);
      }
      const [a, b, c] = ids;
      for (const id of [c, a, b]) {
        clock.advance(1_000);
        if (id !== undefined) await content.news.publish('announcement', id);
      }
      const { list, total } = await content.news.page('announcement', 1, 'hk');
      expect([list.map(({ title }) => title), total]).toEqual([['b', 'a', 'c'], 3]);
      expect(list.map(({ publishedAt }) => publishedAt - NOW)).toEqual([3_000, 2_000, 1_000]);
      await store.close();
    });

    it('contains nothing new after sanitising', async () => {
      const { store, content } = await room();
      const deep = `${'<blockquote>'.repeat(1_000)}x${'</blockquote>'.repeat(1_000)}`;
      const added = await content.news.add('news', '', 'en', { title: 't', summary: '', content: deep });
      if (!added.ok) throw new Error('it was refused');
      await content.news.publish('news', added.value);
      const article = await content.news.article(added.value, 'en');
      expect(offencesOf(article?.content ?? '<')).toEqual([]);
      expect((article?.content ?? deep).length).toBeLessThan(1_000);
      await store.close();
    });
  });
});
