import { type Constants, measuredConstants } from './measured-constants.ts';

const DEFAULTS = {
  sockets: 1_000_000,
  instruments: 500,
  /** Of each instrument, a second. */
  changes: 10,
  /** On the screen; 0 sends all rows as often as those. */
  rows: 24,
  hz: 4,
  /** 1 with permessage-deflate on long frames, 0 without. */
  deflate: 1,
  /** Seconds between the orders of a phone. */
  orderEvery: 300,
  cores: 16,
  /** Percent of machines more than needed. */
  spare: 20,
};
export type Load = typeof DEFAULTS;

/** A part of each machine's processors is left to the system, the balancer and the garbage collectors. */
const CORES_USED = 0.75;

export interface Capacity {
  readonly bytesPerPhone: number;
  readonly framesPerPhone: number;
  readonly socketsPerCore: number;
  readonly gateways: number;
  readonly machines: number;
  readonly socketsPerMachine: number;
  readonly gbPerMachine: number;
  readonly gbitPerSecond: number;
  readonly ordersPerSecond: number;
  readonly dealers: number;
  readonly brokerCores: number;
}

/** @param constants default: those recorded last */
export function capacityOf(load: Load, constants: Constants = measuredConstants()): Capacity {
  const { sockets, instruments, changes, rows, hz, cores, spare } = load;
  const of = (name: keyof Constants) => constants[name].value;
  const isAll = rows === 0;
  const ratio = load.deflate === 0 ? 1 : of('deflated');
  const rowBytes = (count: number, times: number) => count * Math.min(changes, times) * of('rowBytes');
  const framesPerPhone = isAll ? hz : hz + of('restHz');
  const bytesPerPhone = isAll
    ? rowBytes(instruments, hz) * ratio
    : rowBytes(rows, hz) + rowBytes(instruments, of('restHz')) * ratio + framesPerPhone * of('headBytes');
  const socketsPerCore = Math.floor(of('framesPerCore') / framesPerPhone);
  const gateways = Math.ceil(sockets / socketsPerCore);
  const perMachine = Math.max(1, Math.floor(cores * CORES_USED));
  const machines = Math.ceil((Math.ceil(gateways / perMachine) * (100 + spare)) / 100);
  // As many pending orders and stops are filled as orders are sent.
  const ordersPerSecond = (2 * sockets) / load.orderEvery;
  const dealers = Math.ceil(ordersPerSecond / of('ordersPerDealer'));
  const socketsPerMachine = Math.min(sockets, perMachine * socketsPerCore);
  const mbPerMachine = perMachine * of('gatewayMb') + (socketsPerMachine * of('socketKb')) / 1_000;
  return {
    bytesPerPhone,
    framesPerPhone,
    socketsPerCore,
    gateways,
    machines,
    socketsPerMachine,
    gbPerMachine: mbPerMachine / 1_000,
    gbitPerSecond: (sockets * bytesPerPhone * 8) / 1e9,
    ordersPerSecond,
    dealers,
    brokerCores: ((gateways + dealers) * of('busFramesPerSecond') * of('deliveryUs')) / 1e6,
  };
}

/** From `name=number`, for example `sockets=100000`. @throws an Error with a sentence */
export function readLoad(args: readonly string[]): Load {
  const load: Load = { ...DEFAULTS };
  for (const arg of args) {
    const [, name = '', text = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(arg) ?? [];
    if (!isName(name) || (Number(text) === 0 && !['rows', 'deflate', 'spare'].includes(name)))
      throw new Error(`--capacity takes ${Object.keys(DEFAULTS).join('=n, ')}=n, not "${arg}".`);
    load[name] = Number(text);
  }
  return load;
}

const isName = (name: string): name is keyof Load => Object.hasOwn(DEFAULTS, name);

const short = (value: number): string =>
  value < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/** The options of each row of the sizing table in docs/cluster.md, as they are typed. */
export const SIZINGS: readonly (readonly string[])[] = [
  ['rows=0', 'hz=25', 'deflate=0'],
  ['rows=0', 'hz=25'],
  ['rows=0'],
  [],
];

/** A row of that table. */
export function sizingRow(args: readonly string[], constants?: Constants): string {
  const needed = capacityOf(readLoad(args), constants);
  const figures = [
    needed.framesPerPhone,
    needed.bytesPerPhone / 1_000,
    needed.socketsPerCore,
    needed.gateways,
    needed.gbitPerSecond,
  ];
  return `| ${[sizingName(args), ...figures.map(short)].join(' | ')} |`;
}

const sizingName = (args: readonly string[]): string =>
  args.length === 0 ? 'as it is' : `\`${args.join(' ')}\``;

/** The page with the rows of that table. */
export const withSizings = (page: string): string =>
  SIZINGS.reduce((text, args) => {
    const beginning = `| ${sizingName(args)} |`;
    return text
      .split('\n')
      .map((line) => (line.startsWith(beginning) ? sizingRow(args) : line))
      .join('\n');
  }, page);

export function capacityText(load: Load): string {
  const needed = capacityOf(load);
  return [
    Object.entries(load)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    '',
    `a phone:   ${short(needed.bytesPerPhone / 1_000)} kB/s in ${short(needed.framesPerPhone)} frames/s`,
    `gateways:  ${short(needed.gateways)} processes with ${short(needed.socketsPerCore)} sockets each`,
    `machines:  ${short(needed.machines)} with ${load.cores} cores; ${short(needed.socketsPerMachine)} sockets and ${short(needed.gbPerMachine)} GB each`,
    `bandwidth: ${short(needed.gbitPerSecond)} Gbit/s to phones`,
    `dealers:   ${short(needed.dealers)} for ${short(needed.ordersPerSecond)} fills/s`,
    `broker:    ${short(needed.brokerCores)} cores`,
    '',
    ...Object.entries(measuredConstants()).map(([name, { value, source }]) => `${name} ${value}: ${source}`),
  ].join('\n');
}
