import { type Chat, createChat, MESSAGE_RATE } from './chat/chat.ts';
import type { Clock } from './clock.ts';
import { type Content, createContent } from './content/content.ts';
import { plantContent } from './content/seed.ts';
import type { Files } from './files/files.ts';
import { createRateLimit } from './http/rate-limit.ts';
import type { Store } from './store/store.ts';

export interface HouseDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim' | 'link'>;
  readonly report: (where: string) => (error: unknown) => void;
}

export interface House {
  readonly content: Content;
  readonly chat: Chat;
}

/** Wires content and chat; a new database gets its first content. */
export async function openHouse({ store, clock, files, report }: HouseDeps): Promise<House> {
  await plantContent(store, clock.now());
  const takeTurn = createRateLimit(clock, MESSAGE_RATE);
  return {
    content: createContent({ store, clock }),
    chat: createChat({ store, clock, files, takeTurn, report: report('chat') }),
  };
}
