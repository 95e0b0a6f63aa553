import { err, ok, type Result } from '../shared/result.ts';
import type { Mapping } from './mapping.ts';
import { type Tick, tickOf } from './tick.ts';

/*
 * Reads lines of a CSV file as ticks. Its header names the columns time, code, bid and ask, in any order and among others. What
 * could mean two things (a decimal comma, a time without a zone, a missing field) is refused with a sentence, never guessed.
 */

export interface CsvOptions {
  /** Of all rows, for a file without a column of codes. */
  readonly code: string | undefined;
  /** Only these names are sent, under their codes; undefined: the file has the exchange's codes. */
  readonly map: Mapping | undefined;
  /** Those of the exchange, if it says them. */
  decimals(code: string): number | undefined;
}

export interface CsvReader {
  /** @returns a tick; undefined for a header, a blank line, and a name that is not mapped; or what is wrong with the line */
  read(line: string): Result<Tick | undefined, string>;
  /** The file starts again; without a header its columns stay as they were. */
  restart(): void;
}

interface Columns {
  readonly delimiter: string;
  readonly count: number;
  readonly time: number;
  readonly code: number;
  readonly bid: number;
  readonly ask: number;
}

/** Names that recordings of prices commonly have. */
const NAMES: Readonly<Record<string, 'time' | 'code' | 'bid' | 'ask'>> = {
  time: 'time',
  timestamp: 'time',
  ts_ms: 'time',
  code: 'code',
  symbol: 'code',
  bid: 'bid',
  ask: 'ask',
};

export function createCsvReader({ code, map, decimals }: CsvOptions): CsvReader {
  let columns: Columns | undefined;
  let isFirst = true;

  const tickOfRow = (line: string, { delimiter, ...at }: Columns): Result<Tick | undefined, string> => {
    const fields = fieldsOf(line, delimiter);
    if (fields === undefined) return err('a quotation mark is not closed');
    if (fields.length !== at.count) return err(`it has ${fields.length} fields, the header ${at.count}`);
    const name = at.code < 0 ? code : fields[at.code];
    if (name === undefined || name === '') return err('the code is missing');
    const target = map === undefined ? { code: name, decimals: undefined } : map.get(name);
    if (target === undefined) return ok(undefined);
    const timeMs = timeOf(fields[at.time] ?? '');
    if (timeMs === undefined)
      return err(`"${fields[at.time]}" is no time: epoch s, ms, µs or ns, or ISO 8601 with Z or an offset`);
    const [bid, ask] = [fields[at.bid] ?? '', at.ask < 0 ? '' : (fields[at.ask] ?? '')];
    const tick = tickOf(target.code, target.decimals ?? decimals(target.code), bid, ask, timeMs);
    return tick === undefined ? err(`bid "${bid}", ask "${ask}": no price, such as 1.0925`) : ok(tick);
  };

  return {
    read(text) {
      const line = text.replace(/^\uFEFF/, '').replace(/\r$/, '');
      if (line.trim() === '') return ok(undefined);
      if (isFirst) {
        isFirst = false;
        const named = columnsOf(line, code !== undefined);
        if (named.ok) {
          columns = named.value;
          return ok(undefined);
        }
        if (columns === undefined) return named;
      }
      return columns === undefined ? err('there is no header before it') : tickOfRow(line, columns);
    },
    restart() {
      isFirst = true;
    },
  };
}

function columnsOf(line: string, hasCode: boolean): Result<Columns, string> {
  for (const delimiter of [',', ';', '\t']) {
    const names = fieldsOf(line, delimiter)?.map((name) => NAMES[name.toLowerCase()]) ?? [];
    const at = (name: string) => names.indexOf(name as 'time');
    if (at('time') < 0 || at('bid') < 0) continue;
    if (names.some((name, i) => name !== undefined && names.indexOf(name) !== i))
      return err('the header names a column twice');
    if (at('code') < 0 && !hasCode)
      return err('the header has no code: say --code for a file of one instrument');
    return ok({
      delimiter,
      count: names.length,
      time: at('time'),
      code: hasCode ? -1 : at('code'),
      bid: at('bid'),
      ask: at('ask'),
    });
  }
  return err('the header must name time, code, bid and, if there is one, ask');
}

/** @returns undefined if a quotation mark is not closed: a field with a line break is no field of a tick */
function fieldsOf(line: string, delimiter: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim());
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(delimiter) : quoted[0].length;
    if (quoted !== null && end < rest.length && rest[end] !== delimiter) return undefined;
    const field = quoted?.[1]?.replaceAll('""', '"') ?? rest.slice(0, end < 0 ? undefined : end);
    if (quoted === null && field.includes('"')) return undefined;
    fields.push(field.trim());
    if (end < 0 || end >= rest.length) return fields;
    rest = rest.slice(end + 1);
  }
}

const EPOCH = /^(\d{10}|\d{13}|\d{16}|\d{19})(?:\.(\d+))?$/;
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)$/i;

/** Epoch ms, whole: what is below a millisecond is cut off. The number of digits says the unit, from 2001 to 2286. */
function timeOf(text: string): number | undefined {
  const [, digits, fraction = ''] = EPOCH.exec(text) ?? [];
  if (digits !== undefined)
    return Number((digits + (digits.length === 10 ? fraction.padEnd(3, '0') : '')).slice(0, 13));
  const [, day, time, zone = ''] = ISO.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = /[Zz]|UTC/i.test(zone) ? 'Z' : zone.replace(/^(...):?/, '$1:');
  const timeMs = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
