import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Sbom {
  listPackages(environment?: NodeJS.ProcessEnv): Promise<string | undefined>;
}

const sbom = (): Promise<Sbom> => import(pathToFileURL(join(root, 'scripts', 'sbom.mjs')).href);

interface Locked {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string }[];
}

it('every package is listed with its version and digest and whether it is for development, without a network', async () => {
  const { listPackages } = await sbom();
  const nowhere = 'http://127.0.0.1:9';
  const text = await listPackages({
    ...process.env,
    npm_config_registry: nowhere,
    npm_config_cache: temporaryFolder(),
  });
  const list = JSON.parse(text ?? '{}');
  expect([list.bomFormat, list.metadata.component.name]).toEqual(['CycloneDX', 'pipstream']);
  const { packages }: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, dev }]) => [`${path.split('node_modules/').at(-1)}@${version}`, dev === true]);
  const listed = list.components.map(({ name, version, properties }: Component) => [
    `${name}@${version}`,
    properties.some((one) => one.name === 'cdx:npm:package:development'),
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted));
  for (const { hashes } of list.components) expect(hashes[0]).toMatchObject({ alg: 'SHA-512' });
});

it('without npm there is no list, and no error', async () => {
  const { listPackages } = await sbom();
  expect(await listPackages({ PATH: temporaryFolder() })).toBeUndefined();
});
