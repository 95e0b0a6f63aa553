// Which tests a change can break, the nearest first: by imports, and by a table for tests that read files.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../node.mjs';

/**
 * Tests that read files of the project in place of importing them: a pattern of changed paths, and what to run for it.
 * A change of a test's own file runs it in any case.
 */
const READERS = [
  [/^src\/i18n\/texts\//, ['tests/src/i18n/texts.test.ts', 'tests/src/i18n/translator.test.ts']],
  [/^docs\/glossary\//, ['tests/src/i18n/texts.test.ts']],
  [/\.css$/, ['tests/src/styles/roles.test.ts', 'tests/src/styles/outline.test.ts']],
  [/^server\/catalogue\/.*\.json$/, ['tests/server/catalogue/names.test.ts']],
  [/^shared\/contract\/|^server\/http\/openapi/, ['tests/server/http/openapi.test.ts']],
  [/^tests\/fixtures\/databases\//, ['tests/server/store/stored-copies.test.ts']],
  [/^tests\/recordings\//, ['tests/recordings/recordings.test.ts', 'tests/recordings/costs.test.ts']],
  [/^(?:index\.html|vite\.config\.ts|scripts\/bundle\/)/, ['tests/scripts/bundle.test.ts']],
  [/^(?:package(?:-lock)?\.json)$/, ['tests/scripts/sbom.test.ts', 'tests/scripts/run.test.ts']],
  [/^scripts\/[^/]*\.mjs$/, ['tests/scripts/run.test.ts', 'tests/scripts/test.test.ts']],
  [/^bridges\/ccxt\.ts$|^bridges\/package/, ['tests/bridges/venue-prices.test.ts']],
  [/^bridges\//, ['tests/bridges/bridge.test.ts']],
  [/^(?:worker|shared|replay)\//, ['tests/recordings/costs.test.ts']],
  [/^bench\/results\/|^README\.md$/, ['tests/bench/result.test.ts']],
  [/\.(?:ts|tsx|md|yaml)$/, ['tests/architecture/architecture.test.ts']],
  [/^(?:docs\/specification\.md|tests\/)/, ['tests/architecture/specification.test.ts']],
  [/^src\//, ['tests/architecture/start-up.test.ts', 'tests/src/i18n/texts.test.ts']],
];

const isCode = (path) => /\.(?:ts|tsx|mjs|js)$/.test(path);
const isTest = (path) => /^tests\/.*\.test\.tsx?$/.test(path);

/** The files that a file runs or reads when it is imported; types alone are not. */
function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { module } = parseSync(path, text);
  const from = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    // A worker or a program is started by its address.
    ...[...text.matchAll(/new URL\(\s*['"`](\.[^'"`$]+)['"`],\s*import\.meta\.url/g)].map(([, at]) => at),
  ];
  const started = [...text.matchAll(/join\(root, ((?:'[\w./-]+'(?:, )?)+)\)/g)].map(([, parts]) =>
    parts.slice(1, -1).split("', '").join('/'),
  );
  return from
    .filter((one) => one.startsWith('.'))
    .map((one) => join(dirname(path), one.split('?')[0]).replaceAll('\\', '/'))
    .concat(started);
}

/** @returns for each file those that import it */
export function importersOf(files) {
  const importers = new Map();
  for (const path of files.filter(isCode)) {
    if (!existsSync(join(root, path))) continue;
    for (const from of importsOf(path)) {
      const known = importers.get(from);
      if (known === undefined) importers.set(from, [path]);
      else known.push(path);
    }
  }
  return importers;
}

/** How many folders of a test's path are those of a source: tests are laid out like what they test. */
function likeness(test, source) {
  const [a, b] = [
    test.replace(/^tests\/(?:browser\/)?/, '').split('/'),
    source.replace(/^src\//, '').split('/'),
  ];
  let same = 0;
  while (same < a.length - 1 && (a[same] === b[same] || a[same] === b[same + 1])) same++;
  const [name = ''] = (b.at(-1) ?? '').split('.');
  return same + (a.at(-1)?.toLowerCase().startsWith(name.toLowerCase().replaceAll('-', '')) ? 2 : 0);
}

/**
 * @param changed paths from the project's root
 * @param importers see `importersOf`
 * @returns tests that can break, the nearest first
 */
export function affectedTests(changed, importers) {
  const ranks = new Map();
  const rank = (test, value) => ranks.set(test, Math.min(value, ranks.get(test) ?? Number.POSITIVE_INFINITY));
  for (const path of changed) {
    for (const [pattern, tests] of READERS) if (pattern.test(path)) for (const test of tests) rank(test, 1.5);
    const seen = new Set([path]);
    let front = [path];
    for (let distance = 0; front.length > 0; distance++) {
      for (const one of front) if (isTest(one)) rank(one, distance - likeness(one, path) / 2);
      front = front
        .flatMap((one) => importers.get(one) ?? [])
        .filter((one) => !seen.has(one) && seen.add(one));
    }
  }
  return [...ranks]
    .filter(([test]) => existsSync(join(root, test)))
    .sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    .map(([test]) => test);
}

/**
 * The first tests that fit into a number of seconds; a long one gives way to shorter ones behind it.
 * @param times seconds by path
 */
export function fitting(tests, times, seconds) {
  let left = seconds;
  const chosen = tests.filter((test) => {
    const needed = times[test] ?? 1;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
  // The nearest test is better than none, whatever it takes.
  return chosen.length > 0 ? chosen : tests.slice(0, 1);
}
