import type { Thing } from '../thing.ts';
import { publishingThing } from './publishing.ts';

export const news: Thing = publishingThing('news', 'News');
