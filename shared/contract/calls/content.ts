import type { WireChatMessage, WireNews, WireNewsItem } from '../wire-content.ts';

export interface ContentCalls {
  getNews: {
    /** 1 news, 2 announcements. */
    request: { readonly category_id: 1 | 2; readonly page: number };
    answer: { readonly list: readonly WireNews[]; readonly total: number };
  };
  getNewsItem: { request: { readonly id: number }; answer: WireNewsItem };
  /** The latest, oldest first; `before`: the id of the first message that is already known. */
  getChat: {
    request: { readonly before?: number };
    answer: { readonly list: readonly WireChatMessage[] };
  };
  /** Either a text or a picture's address as an upload answered it; `cid` so that a repeated call says it once. */
  sendChat: {
    request: { readonly text?: string; readonly image?: string; readonly cid?: string };
    answer: WireChatMessage;
  };
}
