import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { type JsonSchema, nameOf } from '../../shared/contract/schema.ts';
import { bothWays, cyclesOf, roomImports } from './graph.ts';
import { filesBelow, functionsOf, root, type Source, sourcesOf } from './sources.ts';

const product = sourcesOf('shared', 'worker', 'service-worker', 'src', 'server', 'replay', 'bridges');
const everything = [...product, ...sourcesOf('tests', 'bench', 'scripts')];
const inFolder = (...folders: readonly string[]) =>
  product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));

/** Lists `file imports thing` for each import that is not allowed. */
const offences = (
  sources: readonly Source[],
  isForbidden: (from: string, source: Source, typeOnly: boolean) => boolean,
) =>
  sources.flatMap((source) =>
    source.imports
      .filter(({ from, typeOnly }) => isForbidden(from, source, typeOnly))
      .map(({ from }) => `${source.path} imports ${from}`),
  );

const mentions = (sources: readonly Source[], pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );

const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');

const isProject = (from: string) =>
  /^(shared|worker|service-worker|src|server|replay|bridges|tests|bench|scripts)\//.test(from);

describe('allowed imports', () => {
  it('shared imports only shared: no package, no other room', () => {
    expect(offences(inFolder('shared/'), (from) => !from.startsWith('shared/'))).toEqual([]);
  });

  it.each(['server', 'src', 'service-worker', 'bridges'])(
    '%s imports only itself and shared from this project',
    (room) => {
      const foreign = (from: string) =>
        isProject(from) && !from.startsWith(`${room}/`) && !from.startsWith('shared/');
      expect(offences(inFolder(`${room}/`), foreign)).toEqual([]);
    },
  );

  it.each([
    ['worker', ['worker', 'shared', 'replay/record']],
    ['replay/format', ['replay/format', 'shared']],
    ['replay/record', ['replay/record', 'replay/format', 'shared']],
    ['replay/fold', ['replay/fold', 'replay/format', 'shared']],
    [
      'replay/play',
      ['replay/play', 'replay/import', 'replay/fold', 'replay/record', 'replay/format', 'worker', 'shared'],
    ],
    ['replay/import', ['replay/import', 'replay/record', 'replay/format', 'shared']],
    ['replay/cli', ['replay', 'worker', 'shared']],
  ])('%s imports only %j from this project', (room, allowed) => {
    const foreign = (from: string) =>
      isProject(from) && !allowed.some((folder) => from.startsWith(`${folder}/`));
    expect(offences(inFolder(`${room}/`), foreign)).toEqual([]);
  });

  it('recordings are made, read and played in the worker and under Node: only the command line imports Node', () => {
    const sources = inFolder('replay/').filter(({ path }) => !path.startsWith('replay/cli/'));
    expect(offences(sources, (from) => from.startsWith('node:'))).toEqual([]);
  });

  it('code that the worker and a replay share imports no package', () => {
    expect(offences(inFolder('shared/stream/'), (from) => !isProject(from))).toEqual([]);
  });

  it('only link imports rxjs and comlink on the page', () => {
    const sources = inFolder('src/').filter(({ path }) => !path.startsWith('src/link/'));
    expect(offences(sources, (from) => /^(rxjs|comlink)(\/|$)/.test(from))).toEqual([]);
  });

  it('screens import components, chart, state, format, i18n, themselves and screens/shared, never the app', () => {
    const allowed = [
      'src/components/',
      'src/chart/',
      'src/state/',
      'src/format/',
      'src/i18n/',
      'src/screens/shared/',
      'src/clock.ts',
      'shared/',
    ];
    const foreign = (from: string, { path }: Source) => {
      const own = path.split('/').slice(0, 3).join('/');
      return isProject(from) && ![...allowed, `${own}/`].some((folder) => from.startsWith(folder));
    };
    expect(offences(inFolder('src/screens/'), foreign)).toEqual([]);
  });

  it('components import neither state nor link nor screens nor the chart', () => {
    expect(
      offences(inFolder('src/components/'), (from) => /^src\/(state|link|screens|chart|app)\//.test(from)),
    ).toEqual([]);
  });

  it('components import no domain and no contract, except those of the account and of trading', () => {
    const plain = inFolder('src/components/').filter(
      ({ path }) => !/^src\/components\/(account|trading)\//.test(path),
    );
    expect(offences(plain, (from) => /^shared\/(domain|contract)\//.test(from))).toEqual([]);
  });

  it('state and link import no screen and no component', () => {
    expect(
      offences(inFolder('src/state/', 'src/link/'), (from) =>
        /^src\/(screens|components|chart|app)\//.test(from),
      ),
    ).toEqual([]);
  });

  it('exchange, ledger, accounts, files, identity, payments, content, chat and store import neither http nor socket', () => {
    const rules = inFolder(
      'server/exchange/',
      'server/ledger/',
      'server/accounts/',
      'server/verification/',
      'server/files/',
      'server/identity/',
      'server/payments/',
      'server/content/',
      'server/chat/',
      'server/store/',
      'server/feed/',
    );
    const core = rules.filter(({ path }) => !/-(calls|commands?)\.ts$/.test(path));
    expect(offences(core, (from) => /^server\/(http|socket|main|start|config)/.test(from))).toEqual([]);
  });

  it('the handlers of the calls import neither http nor socket', () => {
    const handlers = inFolder('server/').filter(({ path }) => path.endsWith('-calls.ts'));
    expect(handlers.length).toBeGreaterThan(5);
    expect(offences(handlers, (from) => /^server\/(http|socket)\//.test(from))).toEqual([]);
  });

  it('scripts build, run and test: they start the bench and the tests, and import neither', () => {
    expect(offences(sourcesOf('scripts'), (from) => /^(bench|tests)\//.test(from))).toEqual([]);
  });

  it('only one file of the bridges imports their packages', () => {
    const sources = inFolder('bridges/').filter(({ path }) => path !== 'bridges/ccxt.ts');
    expect(offences(sources, (from) => !isProject(from) && !from.startsWith('node:'))).toEqual([]);
  });

  it('nothing imports the entry of a thread', () => {
    expect(
      offences(product, (from) =>
        /^(server|worker|src|replay\/cli|bridges)\/main\.tsx?$|^replay\/play\/entry\.ts$/.test(from),
      ),
    ).toEqual([]);
  });

  it('no files import each other in a circle, type-only imports included', () => {
    expect(cyclesOf(product)).toEqual([]);
  });

  it('values never run both ways between two rooms', () => {
    expect(bothWays(roomImports(product, 'values'))).toEqual([]);
  });

  it('two rooms of the server do not know each other, not even by their types', () => {
    expect(bothWays(roomImports(inFolder('server/'), 'all'))).toEqual([
      // Codes of verification end a session and name an account; accounts are opened with such a code.
      'server/accounts <-> server/verification',
      // A copy of the database is checked with the audit, which reads the database.
      'server/audit <-> server/store',
      // Seals are of rows as their rooms store them, and those rooms seal what they store.
      'server/chain <-> server/exchange',
      'server/chain <-> server/ledger',
      'server/chain <-> server/store',
    ]);
  });

  it('every import of a file names a file that exists', () => {
    const missing = (from: string) =>
      isProject(from) && !from.includes('*') && !existsSync(join(root, from.replace(/\?.*$/, '')));
    expect(offences(everything, missing)).toEqual([]);
  });
});

describe('banned code', () => {
  it('clocks, timers and randomness outside the files that own them', () => {
    const owners =
      /^(worker\/env\.ts|server\/clock\.ts|bridges\/clock\.ts|server\/random\.ts|replay\/cli\/anonymise\.ts|src\/clock\.ts|src\/link\/page-clock\.ts|src\/link\/random-id\.ts)$/;
    const sources = product.filter(({ path }) => !owners.test(path));
    const pattern =
      /\b(Date\.now\(|Math\.random\(|setTimeout\(|setInterval\(|performance\.now\(|crypto\.getRandomValues|randomBytes\()/;
    expect(mentions(sources, pattern)).toEqual([]);
    // Names that must differ, frames and idle moments, the deadline of a push request.
    const users =
      /^(src\/link\/page-clock|src\/components\/(after-paint|VirtualRows|Modal)|src\/screens\/Trade\/use-back-leaves|src\/chart\/sparkline-renderer|server\/(bus\/nats|key-file|push\/push-post|roles\/dealer))\.tsx?$/;
    const others = product.filter(({ path }) => !users.test(path));
    const names = /\b(randomUUID|requestAnimationFrame|requestIdleCallback)\(|AbortSignal\.timeout/;
    expect(mentions(others, names)).toEqual([]);
  });

  it('network on the page', () => {
    expect(
      mentions(inFolder('src/'), /\bfetch\(|new WebSocket|XMLHttpRequest|EventSource|sendBeacon|from 'ky'/),
    ).toEqual([]);
  });

  it('network in the worker outside its environment and its client', () => {
    const sources = inFolder('worker/').filter(({ path }) => !/^worker\/(env|http)\.ts$/.test(path));
    expect(mentions(sources, /\bfetch\(|new WebSocket|XMLHttpRequest|from 'ky'/)).toEqual([]);
  });

  it('default exports and barrels', () => {
    expect(
      product.filter((source) => source.hasDefaultExport || source.starExports > 0).map(({ path }) => path),
    ).toEqual([]);
  });

  it('any, non-null assertions, disabled checks and leftovers', () => {
    const pattern = /\bas any\b|: any\b|<any>|\bdebugger\b/;
    expect(mentions(product, pattern)).toEqual([]);
    const silenced = new RegExp(`@ts-(${['ignore', 'expect-error', 'nocheck'].join('|')})\\b`);
    expect(everything.filter(({ text }) => silenced.test(text)).map(({ path }) => path)).toEqual([]);
    const leftOver = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
    expect(everything.filter(({ text }) => leftOver.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('disabled lint rules except these, each with a reason beside it', () => {
    const silenced = product.flatMap(({ path, text }) =>
      [...text.matchAll(/biome-ignore ([\w/]+): \w/g)].map(
        (match) => `${path} ${match[1]?.split('/').at(-1)}`,
      ),
    );
    const mentioned = product.flatMap(({ text }) => [...text.matchAll(/biome-ignore/g)]);
    expect(mentioned.length).toBe(silenced.length);
    expect(silenced.toSorted()).toEqual([
      'src/chart/use-live-chart.ts useExhaustiveDependencies',
      'src/components/Modal.tsx useKeyWithClickEvents',
      'src/components/VirtualRows.tsx noArrayIndexKey',
      'src/link/cookie.ts noDocumentCookie',
    ]);
  });

  it('skipped or focused tests without a condition', () => {
    const tests = everything.filter(({ path }) => path.startsWith('tests/'));
    expect(mentions(tests, /\b(it|test|describe)\.(only|skip|todo)\(/)).toEqual([]);
  });

  it('names of the wire in the page, above the link to the worker', () => {
    const namesIn = ({ properties = {}, items }: JsonSchema): readonly string[] => [
      ...Object.entries(properties).flatMap(([name, schema]) => [
        ...(nameOf(name, schema) === name ? [] : [name]),
        ...namesIn(schema),
      ]),
      ...(items ? namesIn(items) : []),
    ];
    const names = new Set(
      Object.values<RouteShape>(ROUTES).flatMap(({ request = {}, answer }) => [
        ...namesIn({ properties: request }),
        ...namesIn(answer),
      ]),
    );
    // A plain word, such as `type` or `Id`, may mean something else in the page.
    const telling = [...names].filter((name) => /_|[a-z][A-Z]/.test(name));
    expect(telling.length).toBeGreaterThan(40);
    const above = inFolder('src/').filter(({ path }) => !path.startsWith('src/link/'));
    const code = above.map(({ text, ...source }) => ({ ...source, text: text.replace(/'[^'\n]*'/g, "''") }));
    expect(mentions(code, new RegExp(`(?<![\\w<])(${telling.join('|')})(?=[\\s:,.?})])`))).toEqual([]);
  });

  it('each :has() of a style sheet narrows its element first: else every new element restyles the whole page', () => {
    const lines = filesBelow('src')
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .map((line) => `${path} ${line}`),
      );
    expect(lines.filter((line) => /[\s>+~,]\*?:has\(/.test(line))).toEqual([]);
  });

  it('inner HTML', () => {
    expect(mentions(inFolder('src/'), /dangerouslySetInnerHTML|\.innerHTML\s*=/)).toEqual([]);
  });
});

describe('the size of a room', () => {
  it('no file of the product is over 400 lines', () => {
    expect(product.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`)).toEqual(
      [],
    );
  });

  it('two files have one base name only as parts of one subject, or in these places', () => {
    /** Each has a file of a subject, under the subject's name: its routes, their texts, its signals, its settings. */
    const parts =
      /^(shared\/(contract|bridge)|server\/(config|http\/openapi\/descriptions|roles)|worker\/(streams|commands)|src\/(state|format)|bench\/suites)\//;
    /** The interface of a room, and what starts a page, a thread or a process. */
    const named = /^(\w+\/)+([\w-]+)\/\2\.ts$|\/(main\.tsx?|worker\.ts|programs\/[\w-]+\.ts)$|\.d\.ts$/;
    const isOwnPackage = (path: string) => /^(bridges|bench\/peers)\//.test(path);
    const others = [...product, ...sourcesOf('bench', 'scripts')].filter(
      ({ path }) => !parts.test(path) && !named.test(path) && !isOwnPackage(path),
    );
    const shared = [...Map.groupBy(others, ({ path }) => basename(path))].filter(
      ([, files]) => files.length > 1,
    );
    expect(shared.map(([name]) => name).toSorted()).toEqual([
      // Of a server's thread, and of the page's.
      'clock.ts',
      // What an order costs to open, and whether an account can.
      'opening.ts',
    ]);
  });

  it('no function has more than 70 lines beside those of the functions inside it, except these', () => {
    const code = [...product, ...sourcesOf('bench', 'scripts')];
    const long = code.flatMap((source) =>
      functionsOf(source).flatMap(({ name, ownLines }) => (ownLines > 70 ? [`${source.path} ${name}`] : [])),
    );
    expect(long.toSorted()).toEqual([
      // Composition roots: one part after the other, in the order in which they start.
      'server/roles/dealer.ts composeDealer',
      'server/roles/gateway.ts composeGateway',
      'server/roles/rooms.ts openRooms',
      // Components: the elements of one screen or sheet in their order.
      'src/screens/Order/OrderScreen.tsx OrderScreen',
      'src/screens/Rank/Documentary.tsx LeaderPage',
      'src/screens/Settings/SecuritySection.tsx FactorRows',
      'src/screens/Trade/ChartPanel.tsx ChartPanel',
      'src/screens/Trade/TradeScreen.tsx TradeScreen',
      'src/screens/Trade/strip/PositionStrip.tsx PositionStrip',
      'src/screens/Withdraw/DrawForm.tsx DrawForm',
      'src/screens/shared/alerts/AlertForm.tsx AlertForm',
    ]);
  });

  it('the composition root of the worker stays under 60 lines', () => {
    expect(product.find(({ path }) => path === 'worker/main.ts')?.lines).toBeLessThan(60);
  });
});

describe('signals', () => {
  it('useSignals is our own, which releases discarded renders', () => {
    const sources = inFolder('src/').filter(({ path }) => path !== 'src/components/use-signals.ts');
    expect(offences(sources, (from) => from === '@preact/signals-react/runtime')).toEqual([]);
  });

  it('a component file that reads a signal of the state calls useSignals, or reads it in an effect', () => {
    const imported = (text: string) =>
      [...text.matchAll(/import \{([^}]*)\} from '[./]*\/state\//g)].flatMap(
        ([, names = '']) => names.match(/\w+/g) ?? [],
      );
    const silent = inFolder('src/').filter(
      ({ path, text }) =>
        path.endsWith('.tsx') &&
        imported(text).some((name) => new RegExp(`\\b${name}\\.value\\b`).test(withoutComments(text))) &&
        !/useSignals\(|[eE]ffect\(|computed\(|SigText|<Fact/.test(text),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('shows each folder of sources once', () => {
    const tree = /```text tree\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const shown = [...tree.matchAll(/^(\S+)\//gm)].map(([, folder]) => folder);
    const ignored = readFileSync(join(root, '.gitignore'), 'utf8').matchAll(/^(\S+)\/$/gm);
    const others = ['docs', 'public', ...[...ignored].map(([, folder]) => folder)];
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !others.includes(entry.name))
      .map(({ name }) => name);
    expect(shown.toSorted()).toEqual(folders.toSorted());
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...readme.matchAll(/`?npm (?:run (?:--silent )?)?([a-z][\w:-]*)(?=[`\s])/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts) && !['ci', 'install', 'alone'].includes(name))).toEqual(
      [],
    );
  });
});

describe('the documents', () => {
  const pages = filesBelow(join(root, 'docs')).filter((path) => path.endsWith('.md'));

  it('link only to existing files', () => {
    const dead = [
      ...pages,
      ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md'].map((path) =>
        join(root, path),
      ),
    ]
      .flatMap((page) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => ({
          page,
          link: match[1] ?? '',
        })),
      )
      .filter(({ page, link }) => !existsSync(join(dirname(page), link)));
    expect(dead).toEqual([]);
  });

  it('name only existing files and folders in the architecture', () => {
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    const named = [...page.matchAll(/`((?:src|worker|server|shared|replay|tests)\/[^`]*)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('list each room once, with exactly the rooms of its thread whose values it imports', () => {
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    const table = [...page.matchAll(/^\| ((?:`[\w/]+\/` ?)+)\|.*\| (.*?) ?\|$/gm)].map(
      ([, rooms = '', imports = '']) => ({
        rooms: [...rooms.matchAll(/`([^`]+)\/`/g)].map(([, room = '']) => room),
        imports: imports === '' ? [] : imports.split(', '),
      }),
    );
    const folders = ['shared', 'worker', 'replay', 'src', 'server'].flatMap((thread) =>
      readdirSync(join(root, thread), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${thread}/${name}`),
    );
    expect(table.flatMap(({ rooms }) => rooms).toSorted()).toEqual(folders.toSorted());
    const arrows = [...roomImports(product, 'values')].map((arrow) => arrow.split(' -> '));
    const importsOf = (rooms: readonly string[]) =>
      arrows
        .filter(([from = '', to = '']) => rooms.includes(from) && !rooms.includes(to))
        .filter(([from = '', to = '']) => dirname(from) === dirname(to))
        .map(([, to = '']) => basename(to));
    const closed = table.filter(({ imports }) => !imports.includes('all'));
    expect(closed.map(({ rooms }) => [rooms, [...new Set(importsOf(rooms))].toSorted()])).toEqual(
      closed.map(({ rooms, imports }) => [rooms, imports.toSorted()]),
    );
  });

  it('are named in comments by sections that they have, the contract as docs/api.md', () => {
    const named = everything.flatMap(({ text }) => [...text.matchAll(/(docs\/[\w/-]+\.md), "([^"\n]+)"/g)]);
    expect(named.length).toBeGreaterThan(10);
    const has = (page: string, section: string) =>
      new RegExp(`^#+ ${section}( \\(.*\\))?$`, 'm').test(readFileSync(join(root, page), 'utf8'));
    expect(named.filter(([, page = '', section = '']) => !has(page, section)).map(([text]) => text)).toEqual(
      [],
    );
    const bySection = /\bcontract('s)?,? \(?section/i;
    expect(everything.filter(({ text }) => bySection.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('on performance have at most 60 lines each', () => {
    const long = pages.filter(
      (path) => path.includes('/performance/') && readFileSync(path, 'utf8').split('\n').length > 61,
    );
    expect(long).toEqual([]);
  });

  it('have a table with exactly the settings that the exchange reads', () => {
    const operating = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
    const table = [...operating.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1] ?? '');
    const config = sourcesOf('server').filter(({ path }) => path.startsWith('server/config'));
    const read = config.flatMap(({ text }) =>
      [...text.matchAll(/read\.(?!has)\w+\(\s*'([A-Z_]+)'/g)].map((match) => match[1] ?? ''),
    );
    expect([...new Set(read)].toSorted()).toEqual(table.toSorted());
  });
});
