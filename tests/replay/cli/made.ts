import type { Made, OpenRecording } from '../../../replay/cli/entries.ts';
import { entryLine, parseEntry, parseHeader } from '../../../replay/format/format.ts';

/** A recording's text as the tools read it. */
export function opened(text: string): Pick<OpenRecording, 'header' | 'entries'> {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  async function* entries(): OpenRecording['entries'] {
    for (const [at, line] of lines.entries()) yield { line: at + 2, entry: parseEntry(line) };
    return undefined;
  }
  return { header: parseHeader(first), entries: entries() };
}

export async function madeText({ header, entries }: Made): Promise<string> {
  const lines = [JSON.stringify(header)];
  for await (const entry of entries) lines.push(entryLine(entry));
  return `${lines.join('\n')}\n`;
}
