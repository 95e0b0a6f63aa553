import { fieldsOf, parseJson, textOf } from '../../shared/json.ts';
import type { RecordEntry } from '../format/format.ts';
import type { Made, OpenRecording } from './entries.ts';
import type { Wanted } from './tool-arguments.ts';

/** The wanted records of a recording. Those of no topic, such as answers and commands, stay with every topic. */
export function filter({ header, entries }: Pick<OpenRecording, 'header' | 'entries'>, wanted: Wanted): Made {
  const { topics, kinds } = wanted;
  const isTopic = (topic: string) => topics === undefined || topics.some((one) => matches(one, topic));
  const found = new Set<string>();
  let isAny = false;

  async function* filtered(): AsyncGenerator<RecordEntry> {
    for await (const { entry } of entries) {
      const topic = topicOf(entry);
      if (topic !== undefined && found.size < MAX_TOLD) found.add(topic);
      if (kinds !== undefined && !kinds.includes(entry.kind)) continue;
      if (topic !== undefined && !isTopic(topic)) continue;
      // What belongs to no topic is kept beside the wanted ones, but was not asked for.
      if (topics === undefined || topic !== undefined) isAny = true;
      yield resumedWith(entry, isTopic);
    }
  }

  function lack(): string | undefined {
    if (isAny) return undefined;
    const topicsFound = found.size === 0 ? '' : `; it has frames of ${[...found].join(', ')}`;
    return `it has no such record${topicsFound}`;
  }

  return { header, entries: filtered(), lack };
}

/** Topics that are named where none was found. */
const MAX_TOLD = 10;

export const matches = (wanted: string, topic: string): boolean =>
  wanted.endsWith('*') ? topic.startsWith(wanted.slice(0, -1)) : topic === wanted;

const DATA_FRAME = /^\{"topic":"([^"\\]*)"/;

/** The topic of a frame; undefined for records of none. */
export function topicOf(entry: RecordEntry): string | undefined {
  if (entry.kind !== 'in' && entry.kind !== 'out') return undefined;
  const topic = DATA_FRAME.exec(entry.text)?.[1] ?? textOf(fieldsOf(parseJson(entry.text))['topic']);
  return topic === '' ? undefined : topic;
}

/** A head resumes the topics that stay. */
function resumedWith(entry: RecordEntry, isTopic: (topic: string) => boolean): RecordEntry {
  if (entry.kind !== 'command' || entry.name !== 'resume') return entry;
  return { ...entry, args: entry.args.filter((one) => isTopic(textOf(fieldsOf(one)['topic']))) };
}
