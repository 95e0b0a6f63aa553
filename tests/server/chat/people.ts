import { jpeg } from '../files/pictures.ts';
import type { Fields, HttpFixture } from '../http-fixture.ts';

/** A signed-in user with the calls of the chat. */
export interface Chatter {
  readonly uid: string;
  readonly token: string;
  say(fields: Fields): ReturnType<HttpFixture['ask']>;
  read(before?: number): ReturnType<HttpFixture['ask']>;
  /** Sends a small picture; @returns its address. */
  upload(): Promise<string>;
  /** A socket with a login. */
  socket(): ReturnType<HttpFixture['socket']>;
}

/** A new demo account. */
export async function join(http: HttpFixture): Promise<Chatter> {
  const token = await http.enter();
  const headers = { authorization: token };
  const { data } = await http.ask('/api/user/info', { headers });
  return {
    uid: String(data.uid),
    token,
    say: (fields) => http.send(token, 'sendChat', fields),
    read: (before) => http.send(token, 'getChat', before === undefined ? {} : { before }),
    async upload() {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'a.jpg');
      const sent = await fetch(`${http.url}/api/common/image_upload`, { method: 'POST', headers, body });
      const answer = (await sent.json()) as { data: { url: string } };
      return answer.data.url;
    },
    socket: () => http.loggedIn(token),
  };
}
