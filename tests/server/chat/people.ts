import { jpeg } from '../files/pictures.ts';
import type { Fields, Rim } from '../rim.ts';

/** A signed-in user with the calls of the chat. */
export interface Chatter {
  readonly uid: string;
  readonly token: string;
  say(fields: Fields): ReturnType<Rim['ask']>;
  read(before?: number): ReturnType<Rim['ask']>;
  /** Sends a small picture; @returns its address. */
  upload(): Promise<string>;
  /** A socket with a login. */
  socket(): ReturnType<Rim['socket']>;
}

/** A new demo account. */
export async function join(rim: Rim): Promise<Chatter> {
  const token = await rim.enter();
  const headers = { authorization: token };
  const { data } = await rim.ask('/api/user/info', { headers });
  return {
    uid: String(data.uid),
    token,
    say: (fields) => rim.send(token, 'sendChat', fields),
    read: (before) => rim.send(token, 'getChat', before === undefined ? {} : { before }),
    async upload() {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'a.jpg');
      const sent = await fetch(`${rim.url}/api/common/image_upload`, { method: 'POST', headers, body });
      const answer = (await sent.json()) as { data: { url: string } };
      return answer.data.url;
    },
    socket: () => rim.loggedIn(token),
  };
}
