import { expect, it } from 'vitest';
import { createAlertSaver } from '../../../server/alerts/alert-saver.ts';
import { START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const STATE = { isOn: true, isArmed: true, pricesAt: START, fired: undefined };
const allPromises = () => new Promise((done) => setImmediate(done));

it.each(Array.from({ length: 12 }, (_, i) => i))(
  'stores what comes %i promises after the write before has begun',
  async (promises) => {
    let writes = 0;
    const saver = createAlertSaver({
      store: {
        async write() {
          writes++;
          return [] as never;
        },
      },
      clock: createManualClock(START),
      onFired: () => {},
      report: (error) => {
        throw error;
      },
    });
    saver.put(1, STATE);
    await Promise.resolve();
    await Promise.resolve();
    expect(writes).toBe(1);
    for (let i = 0; i < promises; i++) await Promise.resolve();
    saver.put(2, STATE);
    await allPromises();
    expect(writes).toBe(2);
  },
);
