import type { Chat } from './chat/chat.ts';
import { createChat, MESSAGE_RATE } from './chat/chat.ts';
import type { Clock } from './clock.ts';
import type { Content } from './content/content.ts';
import { createContent } from './content/content.ts';
import { plantContent } from './content/seed.ts';
import type { Files } from './files/files.ts';
import { createRateLimit } from './http/rate-limit.ts';
import type { Store } from './store/store.ts';

export interface HouseParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  readonly report: (where: string) => (error: unknown) => void;
}

export interface House {
  readonly content: Content;
  readonly chat: Chat;
}

/** Puts together what the house says, to everybody and to each user; a new database gets its first content. */
export async function openHouse({ store, clock, files, report }: HouseParts): Promise<House> {
  await plantContent(store, clock.now());
  const takeTurn = createRateLimit(clock, MESSAGE_RATE);
  return {
    content: createContent({ store, clock }),
    chat: createChat({ store, clock, files, takeTurn, report: report('chat') }),
  };
}
