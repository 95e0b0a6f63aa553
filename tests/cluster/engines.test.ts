import { describe, expect, it } from 'vitest';
import { enginePrograms } from '../../bench/rig/engines.ts';

const ADDRESSES = { DATABASE_URL: 'postgres://db.example.com/x', NATS_URL: 'nats://bus.example.com' };
const NONE = { postgres: undefined, nats: undefined };
const BOTH = { postgres: '/bin', nats: '/bin/nats-server' };

describe('the engines of a cluster', () => {
  it.each([
    [
      {},
      NONE,
      'postgresql and nats-server, not installed here: apt-get install postgresql nats-server, or set DATABASE_URL and NATS_URL.',
    ],
    [
      {},
      { ...BOTH, nats: undefined },
      'nats-server, not installed here: apt-get install nats-server, or set NATS_URL.',
    ],
    [
      { NATS_URL: ADDRESSES.NATS_URL },
      NONE,
      'postgresql, not installed here: apt-get install postgresql, or set DATABASE_URL.',
    ],
  ])('with settings %j and %j, says what to install', (settings, installed, sentence) => {
    expect(() => enginePrograms(settings, installed)).toThrow(`The cluster needs ${sentence}`);
  });

  it('are started here unless a setting names them', () => {
    expect(enginePrograms({}, BOTH)).toEqual(BOTH);
    expect(enginePrograms(ADDRESSES, NONE)).toEqual(NONE);
    expect(enginePrograms({ NATS_URL: ADDRESSES.NATS_URL }, BOTH)).toEqual({ ...BOTH, nats: undefined });
  });
});
