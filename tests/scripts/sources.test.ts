import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';

interface Sources {
  digestSources(root: string, environment: NodeJS.ProcessEnv): string;
}

it('settings that are part of the app have it built again, others do not', async () => {
  const { digestSources }: Sources = await import(pathToFileURL(join(root, 'scripts', 'sources.mjs')).href);
  const of = (environment: NodeJS.ProcessEnv) => digestSources(root, environment);
  const built = of({});
  expect(of({ PORT: '8080' })).toBe(built);
  for (const name of ['VITE_API_LABEL', 'VITE_PC_API_LABEL', 'VITE_COMPLAINT_URL'])
    expect(of({ [name]: 'other' }), name).not.toBe(built);
});
