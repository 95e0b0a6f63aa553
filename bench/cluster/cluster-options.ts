import { parseArgs } from 'node:util';

export interface ClusterOptions {
  readonly gateways: number;
  readonly dealers: number;
  readonly feeds: number;
  /** Servers of the broker that is started here. */
  readonly brokers: number;
  /** Addresses and ids as JSON on standard output, all else on standard error. */
  readonly json: boolean;
  /** Restarts every role once, then ends; in a drill in place of its faults. */
  readonly roll: boolean;
  /** Checks the contract on all gateways, then ends. */
  readonly check: boolean;
  /** Seconds to trade while processes are killed and stopped, then it ends; 0: no drill. */
  readonly drill: number;
  /** Measures a goal on clusters of its own, then ends; undefined: does not. */
  readonly bench: 'p16' | 'scale' | undefined;
  /** Phones of the drill, each with a socket and an account of its own. */
  readonly sockets: number;
  /** Orders and closes of the drill; 0: ten a second. */
  readonly orders: number;
  /** Where what one phone of the drill saw is written, as a recording. */
  readonly record: string | undefined;
  /** Keeps everything; without it, in a temporary folder. */
  readonly data: string | undefined;
}

const MOST_SOCKETS = 5_000;
const MOST = { gateways: 64, dealers: 64, feeds: 64, brokers: 9 };

export const HELP = `npm run cluster -- [--gateways n] [--dealers n] [--feeds n] [--brokers n] [--json] [--roll] [--check contract] [--drill SECONDS [--sockets n] [--orders n] [--record FILE]] [--data FOLDER]
                        [--bench p16|scale]
  Starts PostgreSQL and nats-server (unless DATABASE_URL and NATS_URL name them), the roles and a balancer, on this
  machine. Ctrl-C ends all of them. PORT is the balancer's.
  --gateways, --dealers, --feeds   how many of each role; 2 by default
  --brokers n    nats-servers that are one broker together; 1 by default
  --json         one line of JSON when all are ready, and again after each restart
  --roll         restarts each role in turn while the others serve, then ends; with --drill it trades meanwhile
  --check contract  sends every call to the gateways, writes to one and reads to another, and logs out, then ends
  --drill SECONDS  trades while processes are killed and stopped, compares every answer with what is stored, then ends
  --sockets n    phones of the drill, each with a socket and an account; 200 by default
  --orders n     orders and closes of the drill in that time; ten a second by default
  --record FILE  writes what one phone of the drill saw as a recording (.jsonl.gz)
  --data FOLDER  keeps databases and keys there; otherwise they are removed at the end
  --bench p16    measures goal P16 with the clients spread over the gateways, beside one process, then ends
  --bench scale  measures how late prices are in eight copies, and orders with two dealers beside one, then ends
npm run cluster -- --capacity [sockets=1000000] [rows=24] [hz=4] …
  Machines and bandwidth for a load, and what was measured for it.`;

/** @returns the options; undefined if help is asked for. @throws an Error with a sentence */
export function readOptions(args: readonly string[]): ClusterOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      gateways: { type: 'string', default: '2' },
      dealers: { type: 'string', default: '2' },
      feeds: { type: 'string', default: '2' },
      brokers: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      roll: { type: 'boolean', default: false },
      check: { type: 'string' },
      drill: { type: 'string', default: '0' },
      sockets: { type: 'string' },
      orders: { type: 'string' },
      bench: { type: 'string' },
      record: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const ofDrill = (['sockets', 'orders', 'record'] as const).find((name) => values[name] !== undefined);
  if (ofDrill !== undefined && secondsOf(values.drill) === 0) throw new Error(`--${ofDrill} needs --drill.`);
  return {
    gateways: countOf('gateways', values.gateways),
    dealers: countOf('dealers', values.dealers),
    feeds: countOf('feeds', values.feeds),
    brokers: countOf('brokers', values.brokers, 1),
    json: values.json,
    roll: values.roll,
    check: isCheck(values.check),
    drill: secondsOf(values.drill),
    sockets: socketsOf(values.sockets ?? '200'),
    orders: ordersOf(values.orders ?? '0'),
    bench: benchOf(values.bench, values.gateways),
    record: recordingOf(values.record),
    data: values.data,
  };
}

function countOf(name: keyof typeof MOST, text: string, least = 0): number {
  const count = Number(text);
  if (/^\d{1,2}$/.test(text) && count >= least && count <= MOST[name]) return count;
  throw new Error(`--${name} must be a whole number from ${least} to ${MOST[name]}, not "${text}".`);
}

function ordersOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`--orders must be a whole number, at most 999999, not "${text}".`);
}

function benchOf(text: string | undefined, gateways: string): ClusterOptions['bench'] {
  if (text !== undefined && text !== 'p16' && text !== 'scale')
    throw new Error(`--bench must be p16 or scale, not "${text}".`);
  if (text !== undefined && gateways === '0') throw new Error('--bench needs a gateway.');
  return text;
}

function socketsOf(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 1 && count <= MOST_SOCKETS) return count;
  throw new Error(`--sockets must be a whole number from 1 to ${MOST_SOCKETS}, not "${text}".`);
}

function isCheck(what: string | undefined): boolean {
  if (what === undefined) return false;
  if (what === 'contract') return true;
  throw new Error(`--check must be contract, not "${what}".`);
}

function recordingOf(file: string | undefined): string | undefined {
  if (file === undefined || file.endsWith('.jsonl.gz')) return file;
  throw new Error(`--record must be a file that ends with .jsonl.gz, not "${file}".`);
}

function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new Error(`--drill must be a number of seconds, at most 9999, not "${text}".`);
}
