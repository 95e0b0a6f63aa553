import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costDifferences, costOf } from '../../replay/cli/cost/cost.ts';
import { pageCostFileOf } from '../../replay/cli/cost/cost-process.ts';
import { countPage } from '../../replay/cli/cost/page-cost.ts';
import { shellPath } from '../../replay/cli/cost/stepped-page.ts';

const FOLDER = import.meta.dirname;
const FILES = readdirSync(FOLDER).filter(
  (name) => name.endsWith('.jsonl.gz') && existsSync(pageCostFileOf(join(FOLDER, name))),
);

it.for(FILES)(
  '%s costs the page what is recorded beside it',
  { timeout: 300_000 },
  async (name, { skip }) => {
    skip(
      (await shellPath()) === undefined,
      'chromium-headless-shell, in which the page is counted, is not here',
    );
    const file = join(FOLDER, name);
    const recorded = costOf(readFileSync(pageCostFileOf(file), 'utf8'));
    const { tape } = recorded;
    if (tape === undefined) throw new Error('it does not say what was played');
    const counted = await countPage(file, tape);
    const again = `npm run --silent replay -- tests/recordings/${name} --cost --screen '${tape.screen}' --until ${tape.untilMs} --record`;
    const here = counted.tape?.browser;
    skip(
      here !== tape.browser,
      `counted in Chromium ${tape.browser}, and here is Chromium ${here}: ${again}`,
    );
    expect(costDifferences(recorded, counted), `if this is meant: ${again}`).toEqual([]);
  },
);
