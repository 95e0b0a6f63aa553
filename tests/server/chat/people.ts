import { jpeg } from '../files/pictures.ts';
import { form, type Rim } from '../rim.ts';

type Fields = Readonly<Record<string, string>>;

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
    say(fields) {
      const asked = form(fields);
      return rim.ask('/api/chat/send', { ...asked, headers: { ...asked.headers, ...headers } });
    },
    read: (before) =>
      rim.ask(`/api/chat/list${before === undefined ? '' : `?before=${before}`}`, { headers }),
    async upload() {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'a.jpg');
      const sent = await fetch(`${rim.url}/api/common/image_upload`, { method: 'POST', headers, body });
      const answer = (await sent.json()) as { data: { url: string } };
      return answer.data.url;
    },
    async socket() {
      const socket = await rim.socket();
      socket.send({ cmd: 'login', params: { token } });
      await socket.ack('login');
      return socket;
    },
  };
}
