import { aligned } from '../report/aligned.ts';
import type { Member } from './supervisor.ts';

const TABLE_EVERY_MS = 2_000;

export interface Report {
  /** Something happened: a line of its own. */
  say(line: string): void;
  end(): void;
}

/** Writes lines to standard error. On a terminal a table of all members stays below them and is redrawn every two seconds. */
export function createReport(members: readonly Member[], isTerminal: boolean): Report {
  let shown = 0;
  const clear = () => {
    if (shown > 0) process.stderr.write(`\x1b[${shown}A\x1b[J`);
    shown = 0;
  };
  const draw = () => {
    clear();
    const rows = tableOf(members);
    process.stderr.write(rows.map((row) => `${row}\n`).join(''));
    shown = rows.length;
  };
  const timer = isTerminal ? setInterval(draw, TABLE_EVERY_MS) : undefined;
  return {
    say(line) {
      clear();
      process.stderr.write(`${line}\n`);
      if (timer !== undefined) draw();
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

function tableOf(members: readonly Member[]): readonly string[] {
  const rows = members.map(({ name, status, pid, since, url }) => [
    name,
    status,
    String(pid ?? '--'),
    since.toTimeString().slice(0, 8),
    // The database's address has its password.
    url === undefined ? '--' : new URL(url).host,
  ]);
  return aligned([['process', 'status', 'pid', 'since', 'address'], ...rows]);
}

/** The line of `--json`: everything a program needs to know of a running cluster. */
export function clusterLine(members: readonly Member[], balancer: string): string {
  const of = (kind: Member['kind']) => members.filter((member) => member.kind === kind);
  const pids = (kind: Member['kind']) => of(kind).flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  return JSON.stringify({
    gateways: of('gateway').flatMap(({ url }) => (url === undefined ? [] : [url])),
    balancer,
    pids: {
      gateway: pids('gateway'),
      dealer: pids('dealer'),
      feed: pids('feed'),
      nats: pids('nats'),
      postgres: pids('postgres'),
    },
  });
}
