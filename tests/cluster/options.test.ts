import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/cluster/cluster-options.ts';

describe('the options of npm run cluster', () => {
  it('let 200 phones trade in a drill unless they say otherwise', () => {
    expect(readOptions(['--drill', '60'])).toMatchObject({ drill: 60, sockets: 200, orders: 0 });
    expect(readOptions(['--drill', '60', '--sockets', '7'])).toMatchObject({ sockets: 7 });
  });

  it('let a broker be one server unless they say otherwise', () => {
    expect(readOptions([])).toMatchObject({ brokers: 1 });
    expect(readOptions(['--brokers', '3'])).toMatchObject({ brokers: 3 });
  });

  it('name what is measured', () => {
    expect(readOptions(['--bench', 'scale'])).toMatchObject({ bench: 'scale' });
    expect(readOptions([])).toMatchObject({ bench: undefined });
  });

  it('are refused with a sentence that names the wrong one', () => {
    const wrong = [
      ['--sockets', '0'],
      ['--sockets', '5001'],
      ['--orders', 'all'],
      ['--drill', '1m'],
      ['--record', 'seen.json'],
      ['--bench', 'p17'],
      ['--gateways', '65'],
      ['--brokers', '0'],
    ] as const;
    for (const [name, value] of wrong)
      expect(() => readOptions(['--drill', '9', name, value])).toThrow(`${name} must be`);
    for (const [name, value] of [
      ['--sockets', '9'],
      ['--orders', '9'],
      ['--record', 'seen.jsonl.gz'],
    ] as const)
      expect(() => readOptions([name, value])).toThrow(`${name} needs --drill.`);
    expect(() => readOptions(['--bench', 'p16', '--gateways', '0'])).toThrow('--bench needs a gateway');
  });
});
