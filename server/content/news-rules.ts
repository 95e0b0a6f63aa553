import { ok, type Result } from '../../shared/result.ts';
import { badField } from '../refusals.ts';
import { isNewsMark } from './content-logos.ts';
import type { NewsHeadline, NewsText } from './news-repository.ts';
import { cleanLine, isBlank, sanitiseHtml } from './sanitise.ts';

const MAX_TITLE = 200;
const MAX_SUMMARY = 500;
const MAX_CONTENT = 100_000;

/** Whether a news item may have this logo; empty for none. */
export const isKnownMark = (mark: string): boolean => mark === '' || isNewsMark(mark);

export const cleanHeadline = ({ title, summary }: NewsHeadline): NewsHeadline => ({
  title: cleanLine(title),
  summary: cleanLine(summary),
});

export const cleanText = (text: NewsText): NewsText => ({
  ...cleanHeadline(text),
  content: sanitiseHtml(text.content),
});

/** The text as it is stored; refuses an empty title and overlong texts. */
export function checkedText(text: NewsText): Result<NewsText> {
  // Before it is cleaned: the time for that grows with the length.
  if (text.content.length > MAX_CONTENT) return badField('content');
  const clean = cleanText(text);
  if (isBlank(clean.title) || clean.title.length > MAX_TITLE) return badField('title');
  if (clean.summary.length > MAX_SUMMARY) return badField('summary');
  return ok(clean);
}
