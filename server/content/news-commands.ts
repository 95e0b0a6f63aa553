import type { Thing } from '../ops/resource.ts';
import { publishingThing } from './publishing-commands.ts';

export const news: Thing = publishingThing('news', 'News');
