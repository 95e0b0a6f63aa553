import type { Thing } from '../thing.ts';
import { publishingThing } from './publishing.ts';

export const announcements: Thing = publishingThing('announcement', 'Announcements of the house');
