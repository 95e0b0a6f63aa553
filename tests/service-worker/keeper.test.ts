import { describe, expect, it } from 'vitest';
import { createKeeper } from '../../service-worker/keeper.ts';

/** Caches that keep responses by path. */
function fakeCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'https://m.example.com').pathname;
  const open = (store: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => store.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => {
      store.set(pathOf(request), response);
    },
    keys: async () => [...store.keys()].map((path) => new Request(`https://m.example.com${path}`)),
  });
  return {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return open(store);
    },
  } as unknown as CacheStorage;
}

/** A server that has one build at a time, and counts what is asked of it. */
function fakeServer() {
  const asked: string[] = [];
  let files: Readonly<Record<string, string>> = {};
  return {
    asked,
    publish(next: Readonly<Record<string, string>>) {
      files = next;
    },
    load: (async (request: RequestInfo | URL) => {
      const path = request instanceof Request ? new URL(request.url).pathname : String(request);
      asked.push(path);
      const content = files[path];
      if (content === undefined) return new Response('', { status: 404 });
      return new Response(content, {
        headers: { 'content-type': content.startsWith('<') ? 'text/html' : 'text/plain' },
      });
    }) as typeof fetch,
  };
}

const buildOf = (version: string) => ({
  shell: {
    version,
    files: [`/assets/first-${version}.js`, '/icon.svg'],
    texts: Object.fromEntries(
      ['hk', 'de', 'en'].map((one) => [one, [`/assets/${one}.first-${version}.js`]] as const),
    ),
    entry: `/assets/first-${version}.js`,
  },
  served: Object.fromEntries([
    ['/', `<script src="/assets/first-${version}.js">`],
    ['/icon.svg', `icon ${version}`],
    [`/assets/first-${version}.js`, `first ${version}`],
    ...['hk', 'de', 'en'].map((one) => [`/assets/${one}.first-${version}.js`, `${one} ${version}`]),
  ]) as Readonly<Record<string, string>>,
});

const request = (path: string) => new Request(`https://m.example.com${path}`);

describe('the kept shell', () => {
  const start = () => {
    const caches = fakeCaches();
    const server = fakeServer();
    const keeperOf = (version: string) => createKeeper(buildOf(version).shell, caches, server.load);
    return { caches, server, keeperOf };
  };

  it('answers with the page and the files of its build, without the network', async () => {
    const { server, keeperOf } = start();
    server.publish(buildOf('1').served);
    const keeper = keeperOf('1');
    await keeper.install();
    server.asked.length = 0;
    expect(await (await keeper.page(request('/trade'))).text()).toContain('first-1');
    expect(await (await keeper.file(request('/icon.svg'))).text()).toBe('icon 1');
    expect(server.asked).toEqual([]);
  });

  it('keeps the texts of the languages in use, in the next build too', async () => {
    const { server, keeperOf } = start();
    server.publish(buildOf('1').served);
    const first = keeperOf('1');
    await first.install();
    await first.keepTexts('de');
    server.publish(buildOf('2').served);
    const second = keeperOf('2');
    await second.install();
    server.publish({});
    expect(await (await second.file(request('/assets/de.first-2.js'))).text()).toBe('de 2');
    expect((await second.file(request('/assets/en.first-2.js'))).status).toBe(404);
  });

  it('still has the files of the build before: an open page runs it', async () => {
    const { server, keeperOf } = start();
    server.publish(buildOf('1').served);
    await keeperOf('1').install();
    server.publish(buildOf('2').served);
    const second = keeperOf('2');
    await second.install();
    await second.tidy();
    expect(await (await second.file(request('/assets/first-1.js'))).text()).toBe('first 1');
    expect(await (await second.file(request('/icon.svg'))).text()).toBe('icon 2');
  });

  it('does not install a build whose page the server does not have', async () => {
    const { server, keeperOf } = start();
    server.publish({ ...buildOf('2').served, '/': buildOf('1').served['/'] ?? '' });
    await expect(keeperOf('2').install()).rejects.toThrow('another build');
  });

  it('does not install when a file is out of reach', async () => {
    const { server, keeperOf } = start();
    const { '/icon.svg': _, ...rest } = buildOf('1').served;
    server.publish(rest);
    await expect(keeperOf('1').install()).rejects.toThrow('/icon.svg: 404');
  });

  it('does not install when something between answers for the server', async () => {
    const { server, keeperOf } = start();
    server.publish({ ...buildOf('1').served, '/icon.svg': '<html>Blocked' });
    await expect(keeperOf('1').install()).rejects.toThrow('/icon.svg: 200');
  });

  it('takes the page anew from the server, whose headers may have changed, but never that of another build', async () => {
    const { server, keeperOf } = start();
    server.publish(buildOf('1').served);
    const keeper = keeperOf('1');
    await keeper.install();
    server.publish({ '/': `${buildOf('1').served['/']}<!-- again -->` });
    await keeper.refreshPage();
    expect(await (await keeper.page(request('/'))).text()).toContain('again');
    server.publish({ '/': 'another' });
    await keeper.refreshPage();
    expect(await (await keeper.page(request('/'))).text()).toContain('again');
  });

  it('takes the page from the network when it is not kept', async () => {
    const { server, keeperOf } = start();
    server.publish({ '/trade': 'from the network' });
    expect(await (await keeperOf('1').page(request('/trade'))).text()).toBe('from the network');
  });
});
