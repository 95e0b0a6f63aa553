import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../shared/contract/routes.ts';
import { filesBelow, root } from './sources.ts';

interface Statement {
  readonly section: string;
  readonly tag: string;
  readonly text: string;
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const statements: readonly Statement[] = textOf('docs/specification.md')
  .split(/^## /m)
  .flatMap((part) => {
    const section = part.split('\n', 1)[0] ?? '';
    return [...part.matchAll(/^\| (\d+\.\d+) \| (.+) \|$/gm)].map(([, tag = '', text = '']) => ({
      section,
      tag,
      text,
    }));
  });

/** Tag to the test files that carry it in a comment directly above a test. */
const tagged = new Map<string, Set<string>>();
const misplaced: string[] = [];
for (const file of filesBelow(join(root, 'tests'))) {
  if (!/\.test\.tsx?$/.test(file)) continue;
  const path = relative(root, file).replaceAll('\\', '/');
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const tags = /^\s*\/\/ spec: ([\d. ]+)$/.exec(line)?.[1]?.split(' ');
    if (tags === undefined) continue;
    if (!/^\s*(it|test)\b/.test(lines[at + 1] ?? '')) misplaced.push(`${path}:${at + 1}`);
    for (const tag of tags) tagged.set(tag, (tagged.get(tag) ?? new Set()).add(path));
  }
}

const section = (name: string) => statements.filter((one) => one.section === name);
const codeAtStart = ({ text }: Statement): string => /^`([^`]+)`/.exec(text)?.[1] ?? '';

describe('the statements of the specification', () => {
  it('are each covered by a test', () => {
    expect(statements.length).toBeGreaterThan(200);
    expect(statements.filter(({ tag }) => !tagged.has(tag))).toEqual([]);
  });

  it('have one tag each, and tests carry no other tags', () => {
    const tags = statements.map(({ tag }) => tag);
    expect(tags.filter((tag, at) => tags.indexOf(tag) !== at)).toEqual([]);
    expect([...tagged.keys()].filter((tag) => !tags.includes(tag))).toEqual([]);
    expect(misplaced).toEqual([]);
  });

  it('include exactly the routes of the app, each covered by a journey through the whole product', () => {
    const routes = [...textOf('src/app/routes.ts').matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, path]) => path);
    expect(routes.length).toBeGreaterThan(20);
    const listed = section('2. Routes');
    expect(new Set(listed.map(codeAtStart))).toEqual(new Set(routes));
    const walked = listed.filter(({ tag }) =>
      [...(tagged.get(tag) ?? [])].some((path) => path.startsWith('tests/e2e/')),
    );
    expect(new Set(walked.map(codeAtStart))).toEqual(new Set(routes));
  });

  it('include every call of the contract with its method and path', () => {
    const calls = Object.entries(ROUTES).filter(([, shape]) => !('dev' in shape));
    expect(
      section('7. Calls')
        .map(({ text }) => /^`\w+`, `[^`]+`/.exec(text)?.[0])
        .sort(),
    ).toEqual(calls.map(([name, { method, path }]) => `\`${name}\`, \`${method} ${path}\``).sort());
  });
});
