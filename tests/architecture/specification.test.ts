import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../shared/contract/routes.ts';
import { root } from './sources.ts';

const PAGE = 'docs/specification.md';

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const fileIn = (part: string): string => /^`([^`]+)`/.exec(part)?.[1] ?? '';

function readRows(page: string): readonly Row[] {
  return page.split(/^## /m).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n');
    // Below the two lines of the table's head.
    const rows = lines.filter((line) => line.startsWith('|')).slice(2);
    return rows.map((row) => {
      const [statement = '', where = '', shown = ''] = row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return {
        section,
        statement,
        files: where.split('<br>').map(fileIn),
        tests: shown.split('<br>').map((test) => {
          const file = fileIn(test);
          return { file, name: test.slice(file.length + 2).trim() };
        }),
      };
    });
  });
}

/** The names that a file gives its tests, as they are written. */
function testsIn(path: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }: CallExpression) {
      if (!['it', 'test'].includes(calledBy(callee))) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') names.add(first.value);
    },
  });
  visitor.visit(parseSync(path, textOf(path)).program);
  return names;
}

/** `it` of `it(…)`, `it.each(…)(…)` and `it.skipIf(…)(…)`. */
function calledBy(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledBy(callee.object);
  return callee.type === 'CallExpression' ? calledBy(callee.callee) : '';
}

const known = new Map<string, ReadonlySet<string>>();
function hasTest(file: string, name: string): boolean {
  if (!existsSync(join(root, file))) return false;
  const names = known.get(file) ?? testsIn(file);
  known.set(file, names);
  return names.has(name);
}

const rows = readRows(textOf(PAGE));
const section = (name: string) => rows.filter((row) => row.section === name);
const codeAtStart = ({ statement }: Row): string => fileIn(statement);

describe('the table of the specification', () => {
  it('has a row for each statement, with a file that does it and a test that shows it', () => {
    expect(rows.length).toBeGreaterThan(200);
    const poor = rows.filter(
      ({ statement, files, tests }) =>
        statement === '' || files.includes('') || tests.some(({ file, name }) => file === '' || name === ''),
    );
    expect(poor.map(({ statement }) => statement)).toEqual([]);
  });

  it('names only files that exist, of the product where it is done and of the tests where it is shown', () => {
    const wrong = rows.flatMap(({ files, tests }) => [
      ...files.filter((file) => file.startsWith('tests/') || !existsSync(join(root, file))),
      ...tests.map(({ file }) => file).filter((file) => !/^tests\/.+\.test\.tsx?$/.test(file)),
    ]);
    expect(wrong).toEqual([]);
  });

  it('names only tests that are in their files', () => {
    const missing = rows.flatMap(({ tests }) => tests.filter(({ file, name }) => !hasTest(file, name)));
    expect(missing).toEqual([]);
  });

  it('says each statement once', () => {
    const statements = rows.map((row) => `${row.section}: ${row.statement}`);
    expect(statements.filter((one, at) => statements.indexOf(one) !== at)).toEqual([]);
  });

  it('has every route of the app and no other, each on a journey through the whole product', () => {
    const routes = [...textOf('src/app/routes.ts').matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, path]) => path);
    expect(routes.length).toBeGreaterThan(20);
    const told = section('2. Routes');
    expect(new Set(told.map(codeAtStart))).toEqual(new Set(routes));
    const walked = told.filter(({ tests }) => tests.some(({ file }) => file.startsWith('tests/e2e/')));
    expect(new Set(walked.map(codeAtStart))).toEqual(new Set(routes));
  });

  it('has every call of the contract with its method and path, and files that know the call', () => {
    const told = section('7. Calls');
    const calls = Object.entries(ROUTES).filter(([, shape]) => !('dev' in shape));
    expect(told.map(({ statement }) => /^`\w+`, `[^`]+`/.exec(statement)?.[0]).sort()).toEqual(
      calls.map(([name, { method, path }]) => `\`${name}\`, \`${method} ${path}\``).sort(),
    );
    const strangers = told.flatMap((row) =>
      row.files.filter((file) => !new RegExp(`\\b${codeAtStart(row)}\\b`).test(textOf(file))),
    );
    expect(strangers).toEqual([]);
  });
});
