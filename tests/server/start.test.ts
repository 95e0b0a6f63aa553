import { expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { startServer } from '../../server/start.ts';

it('starts no exchange with the role of a feed, which would deal for itself alone', async () => {
  const environment = { ROLE: 'feed', DATABASE_URL: 'postgres://127.0.0.1:1/none', NATS_URL: 'nats://x' };
  const config = parseConfig(environment);
  if (!config.ok) throw new Error(config.error);
  await expect(startServer(config.value)).rejects.toThrow('roles/feed.ts starts a feed');
});
