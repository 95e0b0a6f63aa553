import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from '../../architecture/sources.ts';

interface Affected {
  importersOf(files: readonly string[]): ReadonlyMap<string, readonly string[]>;
  affectedTests(
    changed: readonly string[],
    importers: ReadonlyMap<string, readonly string[]>,
  ): readonly string[];
  fitting(
    tests: readonly string[],
    times: Readonly<Record<string, number>>,
    seconds: number,
  ): readonly string[];
}

const { importersOf, affectedTests, fitting }: Affected = await import(
  pathToFileURL(join(root, 'scripts', 'testing', 'affected.mjs')).href
);

const files = [
  'shared',
  'server/ledger',
  'tests/shared',
  'tests/server/ledger',
  'tests/browser/components',
  'src/components',
  'replay/cli',
  'tests/replay/cli',
]
  .flatMap((folder) => filesBelow(join(root, folder)))
  .map((path) => path.slice(root.length + 1));
const importers = importersOf(files);
const affected = (...changed: readonly string[]) => affectedTests(changed, importers);

describe('the tests that a change can break', () => {
  it('begin with those of its own room that import it', () => {
    expect(affected('shared/domain/margin.ts')[0]).toBe('tests/shared/formulas.test.ts');
    expect(affected('server/ledger/settle.ts')[0]).toBe('tests/server/ledger/settle.test.ts');
  });

  it('have those that import it through other files, and not those that import only its types', () => {
    const tests = affected('shared/domain/money.ts');
    expect(tests).toContain('tests/server/ledger/settle.test.ts');
    expect(affected('shared/domain/zone-days.ts')).not.toContain('tests/shared/money.test.ts');
  });

  it('have those that start it as a program', () => {
    expect(affected('replay/cli/main.ts')).toContain('tests/replay/cli/cli.test.ts');
  });

  it('have a changed test itself, and what reads texts, styles and documents', () => {
    expect(affected('tests/shared/money.test.ts')).toContain('tests/shared/money.test.ts');
    expect(affected('src/i18n/texts/order.json')).toContain('tests/src/i18n/texts.test.ts');
    expect(affected('src/components/Button.module.css')).toContain('tests/src/styles/roles.test.ts');
    expect(affected('docs/operating.md')).toContain('tests/architecture/architecture.test.ts');
  });

  it('are run while they fit; the first alone where none does', () => {
    const times = { a: 30, b: 5, c: 20, d: 3 };
    expect(fitting(['b', 'c', 'd'], times, 10)).toEqual(['b', 'd']);
    expect(fitting(['a', 'd'], times, 10)).toEqual(['d']);
    expect(fitting(['a', 'c'], times, 10)).toEqual(['a']);
  });
});
