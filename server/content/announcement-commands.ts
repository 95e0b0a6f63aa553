import type { Thing } from '../ops/resource.ts';
import { publishingThing } from './publishing-commands.ts';

export const announcements: Thing = publishingThing('announcement', 'Announcements of the house');
