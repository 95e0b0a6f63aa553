import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Progress } from '../audit/chain-audit.ts';
import { checkBooks, readAgainst } from '../audit/check-command.ts';
import { connectNats } from '../bus/nats.ts';
import { systemClock } from '../clock.ts';
import { answerOf, readShards, shardsOf } from '../cluster/cluster-commands.ts';
import { LISTEN_MS, listenPresence, type Present } from '../cluster/presence.ts';
import { isoOf } from '../command-values.ts';
import type { NodeRole } from '../config/cluster.ts';
import { type Config, dataDirOf, operatorsPortOf, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/setting-reader.ts';
import { isOperatorName, makeKeyFile, readKeyFile } from '../operators/operator-key.ts';
import { ownerName } from '../operators/operators.ts';
import type { OperatorAnswer, Resources, Values } from '../resource.ts';
import { checkInThread } from '../store/copies/copies.ts';
import { StoreError } from '../store/errors.ts';
import { openStore } from '../store/store.ts';
import { type CommandLine, findResource, findVerb, readArguments } from './arguments.ts';
import { askExchange, type KeyAddress } from './ask-exchange.ts';
import type { ChannelReply } from './channel.ts';
import { type ChannelAddress, readAddress } from './channel-file.ts';
import { examined } from './database-commands.ts';
import { helpOfAll, helpOfResource, helpOfVerb } from './help.ts';
import { logged } from './step.ts';
import { printable, tableOf } from './table.ts';

export const STATUS = { done: 0, refused: 1, usage: 2, notRunning: 3 } as const;
type Status = (typeof STATUS)[keyof typeof STATUS];

/** Where a command runs. */
export interface CommandContext {
  readonly resources: Resources<never>;
  readonly environment: Environment;
  /** Width of the terminal in cells; undefined when the output goes to a file or a program. */
  readonly width: number | undefined;
  readonly out: (text: string) => void;
  readonly err: (sentence: string) => void;
}

/** Carries out `npm run ops -- <words>`. @returns the exit status */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<Status> {
  const line = readArguments(context.resources, words);
  if (!line.ok) {
    context.err(`${printable(line.error)} npm run ops lists all commands.`);
    return STATUS.usage;
  }
  if (line.value.kind === 'help') {
    context.out(helpFor(context.resources, line.value));
    return STATUS.done;
  }
  const { resource, verb, values, json } = line.value;
  const dataDir = dataDirOf(context.environment);
  if (resource === 'operators' && verb === 'key') return makeKeyHere(values, context);
  const address = addressFor(context.environment, dataDir);
  if (!address.ok) {
    context.err(address.error);
    return STATUS.usage;
  }
  const reply = address.value && (await askExchange(address.value, { resource, verb, values }));
  if (reply?.ok) return finish(reply.value, json, context);
  if (reply?.error.kind === 'fault') {
    context.err(reply.error.sentence);
    return STATUS.refused;
  }
  if (resource === 'check') return checkHere(values['against'], json, context);
  if (resource === 'cluster') {
    const answer = await clusterHere(verb, context);
    if (answer !== undefined) return finish(answer, json, context);
  }
  if (resource === 'database' && verb === 'check') return checkFileHere(values, json, context);
  context.err(`No exchange is ready on the data folder ${dataDir}: it is not running, or just starting.`);
  return STATUS.notRunning;
}

/** With the operator's own key where one is named, else with the exchange's channel file. */
function addressFor(
  environment: Environment,
  dataDir: string,
): Result<ChannelAddress | KeyAddress | undefined, string> {
  const file = readAddress(dataDir);
  const path = environment['OPERATOR_KEY'];
  if (!path) return ok(file);
  const operator = readKeyFile(path);
  if (!operator.ok) return operator;
  const port = file?.port ?? operatorsPortOf(environment);
  return port === 0
    ? err('OPERATORS_PORT must name the port of the exchange: its channel file cannot be read.')
    : ok({ port, operator: operator.value });
}

/** The secret part stays in the file. */
function makeKeyHere({ name = '', file = '' }: Values, context: CommandContext): Status {
  if (!isOperatorName(name)) {
    context.err('name has 2 to 32 small letters, digits, points and dashes, a letter first.');
    return STATUS.refused;
  }
  try {
    const key = makeKeyFile(file, name);
    context.out(`npm run ops -- operators add ${name} ${key}`);
    return STATUS.done;
  } catch (error) {
    context.err(`${file} cannot be made: ${error instanceof Error ? error.message : error}`);
    return STATUS.refused;
  }
}

async function checkHere(
  against: string | undefined,
  json: boolean,
  context: CommandContext,
): Promise<Status> {
  const config = parseConfig(context.environment);
  if (!config.ok) {
    context.err(config.error);
    return STATUS.usage;
  }
  const noted = readAgainst(against);
  if (!noted.ok) {
    context.err(noted.error);
    return STATUS.usage;
  }
  const answer = await checkAlone(config.value, against, context);
  if (!answer.ok) {
    context.err(answer.error);
    return STATUS.notRunning;
  }
  context.err('No exchange is running: the database was opened for this check alone.');
  return finish(answer, json, context);
}

/** Without a dealer, broker and database still know who is there. @returns undefined if the settings name none */
async function clusterHere(verb: string, { environment }: CommandContext): Promise<ChannelReply | undefined> {
  const config = parseConfig(environment);
  if (!config.ok || config.value.role.name === 'all') return undefined;
  if (verb === 'shards') {
    try {
      const { dataDir, database } = config.value;
      const store = await openStore({ dataDir, database, sharing: 'people' });
      return ok(shardsOf(await readShards(store.read).finally(() => store.close())));
    } catch (error) {
      if (error instanceof StoreError) return err({ kind: 'refused', sentence: error.message });
      throw error;
    }
  }
  const present = await lookAlone(config.value.role);
  if (present === undefined)
    return err({ kind: 'refused', sentence: 'The broker at NATS_URL does not answer.' });
  return ok(answerOf(present));
}

const PATIENCE_MS = 5_000;
const pause = (ms: number) =>
  new Promise<undefined>((resolve) => systemClock.after(ms, () => resolve(undefined)));

/** Asks the broker who is present, without being a part of the exchange. @returns undefined if it is out of reach */
async function lookAlone({ nats }: Pick<NodeRole, 'nats'>): Promise<readonly Present[] | undefined> {
  const ignore = () => undefined;
  const connecting = connectNats({
    settings: nats,
    role: 'operator',
    name: `operator ${process.pid}`,
    clock: systemClock,
    report: ignore,
    onAway: ignore,
  });
  const bus = await Promise.race([connecting, pause(PATIENCE_MS)]);
  if (bus === undefined) return undefined;
  const presence = listenPresence(bus, systemClock, ignore);
  await pause(LISTEN_MS);
  const present = presence.list();
  await bus.close();
  return present;
}

/** A copy is tried out when the exchange is down; nothing but the file is read, so this step is not logged. */
async function checkFileHere(
  { file = '', against: line }: Readonly<Record<string, string>>,
  json: boolean,
  context: CommandContext,
): Promise<Status> {
  const against = readAgainst(line);
  const answer = against.ok
    ? examined(await checkInThread(file, progressOf(context), against.value), isoOf(systemClock.wall()))
    : against;
  context.err('No exchange is running: the file was only read.');
  return finish(
    answer.ok ? answer : err({ kind: 'refused' as const, sentence: answer.error }),
    json,
    context,
  );
}

/** A line for each further tenth of a long check. */
function progressOf({ err }: Pick<CommandContext, 'err'>): Progress {
  let printed = 0;
  return (done, of) => {
    if (of < LONG_ROWS || done < printed + of / 10) return;
    printed = done;
    err(`${done} of ${of} rows checked.`);
  };
}

/** Fewer are checked within a few seconds. */
const LONG_ROWS = 200_000;

function finish(reply: ChannelReply, json: boolean, context: CommandContext): Status {
  if (!reply.ok) {
    context.err(printable(reply.error.sentence));
    return reply.error.kind === 'usage' ? STATUS.usage : STATUS.refused;
  }
  const { rows, failed } = reply.value;
  context.out(json ? JSON.stringify(reply.value.json ?? rows, null, 2) : textOf(reply.value, context.width));
  return failed ? STATUS.refused : STATUS.done;
}

function textOf({ rows, note }: OperatorAnswer, width: number | undefined): string {
  const table = rows.length === 0 ? [] : [tableOf(rows, width)];
  const below = note === undefined ? (rows.length === 0 ? ['Nothing there.'] : []) : [printable(note)];
  return [...table, ...below].join('\n\n');
}

function helpFor(
  resources: Resources<never>,
  { resource: name, verb: verbName }: Extract<CommandLine, { kind: 'help' }>,
): string {
  const resource = name === undefined ? undefined : findResource(resources, name);
  if (name === undefined || !resource?.ok) return helpOfAll(resources);
  const verb = verbName === undefined ? undefined : findVerb(resource.value, name, verbName);
  return verbName !== undefined && verb?.ok
    ? helpOfVerb(name, verbName, verb.value)
    : helpOfResource(name, resource.value);
}

/**
 * Checks the books while no exchange is running; holds the data folder meanwhile.
 * @returns one sentence when there is nothing to check, or another process holds the folder
 */
async function checkAlone(
  config: Pick<Config, 'dataDir' | 'database'>,
  against: string | undefined,
  context: Pick<CommandContext, 'err'>,
): Promise<Result<OperatorAnswer, string>> {
  if (config.database.kind === 'embedded' && !existsSync(config.dataDir))
    return err(`There is no data folder ${config.dataDir} to check.`);
  try {
    const store = await openStore(config);
    try {
      const step = { who: ownerName(), resource: 'check', verb: 'books', subject: '', detail: '' };
      const deps = { store, clock: systemClock };
      return await logged(deps, step, () => checkBooks(deps, against, progressOf(context)));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return err(error.message);
    throw error;
  }
}
