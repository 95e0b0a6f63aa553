import type { FileRecord } from './file-repository.ts';
import type { PictureMime } from './file-tables.ts';

const ENDINGS = { 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const satisfies Record<PictureMime, string>;

/** A stored picture's name: an ending, so that an operator's viewer opens it. */
export const nameOf = ({ id, mime }: Pick<FileRecord, 'id' | 'mime'>): string => `${id}.${ENDINGS[mime]}`;
