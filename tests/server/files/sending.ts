import { ROUTES } from '../../../shared/contract/routes.ts';
import type { HttpFixture } from '../http-fixture.ts';

export interface Part {
  readonly name?: string;
  /** Of a file; absent for a plain field. */
  readonly filename?: string;
  readonly type?: string;
  readonly content: Uint8Array | string;
}

export const BOUNDARY = 'the-line-between';

/** A multipart body as a browser writes it, or a malformed one. */
export function multipart(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ name = 'file', filename, type = 'image/jpeg', content }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly code: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
  readonly data: any;
}

/** Sends a raw body to the upload call. */
export async function sendBody(
  http: Pick<HttpFixture, 'url'>,
  token: string | undefined,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const response = await fetch(`${http.url}${ROUTES.uploadImage.path}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      lang: 'en',
      ...(token === undefined ? {} : { authorization: token }),
      ...headers,
    },
    body: new Uint8Array(body),
  });
  return readAnswer(response);
}

export const sendParts = (
  http: Pick<HttpFixture, 'url'>,
  token: string | undefined,
  parts: readonly Part[],
) => sendBody(http, token, multipart(parts));

/** Sends one picture. */
export const sendPicture = (
  http: Pick<HttpFixture, 'url'>,
  token: string,
  content: Uint8Array,
  filename = 'a.jpg',
) => sendParts(http, token, [{ filename, content }]);

/** Requests a link. */
export const look = async (http: Pick<HttpFixture, 'url'>, link: string): Promise<Sent> =>
  readAnswer(await fetch(`${http.url}${link}`));

async function readAnswer(response: Response): Promise<Sent> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { code, data } = isJson ? JSON.parse(bytes.toString()) : { code: undefined, data: undefined };
  return { status: response.status, headers: response.headers, bytes, code, data };
}
