import { dataDirOf, parseConfig } from '../config/config.ts';
import type { Environment } from '../config/reader.ts';
import { type Asked, findThing, findVerb, readArguments, type Things } from './arguments.ts';
import type { ChannelReply } from './channel.ts';
import { readAddress } from './channel-file.ts';
import { checkAlone } from './check-alone.ts';
import { askExchange } from './client.ts';
import { helpOfAll, helpOfThing, helpOfVerb } from './help.ts';
import type { OperatorAnswer } from './resource.ts';
import { printable, tableOf } from './table.ts';

export const STATUS = { done: 0, refused: 1, usage: 2, notRunning: 3 } as const;
type Status = (typeof STATUS)[keyof typeof STATUS];

/** Where a command runs. */
export interface Place {
  readonly things: Things;
  readonly environment: Environment;
  /** The system's name of whoever asks. */
  readonly who: string;
  /** Of the terminal, in cells; undefined when the output goes to a file or a program. */
  readonly width: number | undefined;
  readonly out: (text: string) => void;
  readonly err: (sentence: string) => void;
}

/** Carries out `npm run ops -- <words>`. @returns the exit status */
export async function runCommand(words: readonly string[], place: Place): Promise<Status> {
  const asked = readArguments(place.things, words);
  if (!asked.ok) {
    place.err(`${printable(asked.error)} npm run ops prints what there is.`);
    return STATUS.usage;
  }
  if (asked.value.kind === 'help') {
    place.out(helpFor(place.things, asked.value));
    return STATUS.done;
  }
  const { thing, verb, values, json } = asked.value;
  const address = readAddress(dataDirOf(place.environment));
  const step = { who: place.who, thing, verb, values };
  const reply = address === undefined ? undefined : await askExchange(address, step);
  if (reply?.ok) return finish(reply.value, json, place);
  if (reply !== undefined && reply.error.kind === 'fault') {
    place.err(reply.error.sentence);
    return STATUS.refused;
  }
  return thing === 'check' ? checkHere(json, place) : notRunning(place);
}

function notRunning({ environment, err }: Place): Status {
  err(
    `No exchange is ready on the data folder ${dataDirOf(environment)}: it is not running, or just starting.`,
  );
  return STATUS.notRunning;
}

async function checkHere(json: boolean, place: Place): Promise<Status> {
  const config = parseConfig(place.environment);
  if (!config.ok) {
    place.err(config.error);
    return STATUS.usage;
  }
  const answer = await checkAlone(config.value, place.who);
  if (!answer.ok) {
    place.err(answer.error);
    return STATUS.notRunning;
  }
  place.err('No exchange is running: the database was opened for this check alone.');
  return finish(answer, json, place);
}

function finish(reply: ChannelReply, json: boolean, place: Place): Status {
  if (!reply.ok) {
    place.err(printable(reply.error.sentence));
    return reply.error.kind === 'usage' ? STATUS.usage : STATUS.refused;
  }
  const { rows, failed } = reply.value;
  place.out(json ? JSON.stringify(rows, null, 2) : forPeople(reply.value, place.width));
  return failed ? STATUS.refused : STATUS.done;
}

function forPeople({ rows, note }: OperatorAnswer, width: number | undefined): string {
  const table = rows.length === 0 ? [] : [tableOf(rows, width)];
  const below = note === undefined ? (rows.length === 0 ? ['Nothing there.'] : []) : [printable(note)];
  return [...table, ...below].join('\n\n');
}

function helpFor(things: Things, { thing, verb }: Extract<Asked, { kind: 'help' }>): string {
  const found = thing === undefined ? undefined : findThing(things, thing);
  if (thing === undefined || !found?.ok) return helpOfAll(things);
  const one = verb === undefined ? undefined : findVerb(found.value, thing, verb);
  return verb !== undefined && one?.ok ? helpOfVerb(thing, verb, one.value) : helpOfThing(thing, found.value);
}
