import { expect, it } from 'vitest';
import { session } from '../../../src/state/session.ts';
import { eurusd } from '../../helpers/instruments.ts';
import * as script from './script.ts';

it('an engine that takes the place of another one knows what that one was told, and what was said meanwhile', async () => {
  await script.startTrading(eurusd);
  script.killEngine();
  await script.signOut();
  script.killEngine();
  await script.signIn({ uid: 44 });
  expect(session.value).toMatchObject({ user: { uid: 44 } });
});
