import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { QUOTAS } from '../../../server/files/quota.ts';
import { RATES } from '../../../server/rate-limit.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { UPLOAD_MAX_BYTES } from '../../../shared/limits.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { partsOf } from '../files/files-scene.ts';
import { jpeg, jpegFromPhone, noise, pngBomb } from '../files/pictures.ts';
import { BOUNDARY, look, multipart, type Part, sendBody, sendParts, sendPicture } from '../files/sending.ts';
import { form, sharedHttp } from '../http-fixture.ts';

const { path } = ROUTES.uploadImage;
const APP = 'https://m.example.com';

const clock = createManualClock(1_767_000_000_000);
const http = sharedHttp({ PUBLIC_ORIGIN: APP }, { clock });
let token: string;
let picture: Buffer;
beforeAll(async () => {
  token = await http.enterReal();
  picture = await jpeg();
});

const refused = (field: string) => ({ status: 200, code: CODE.badParameter, data: { field } });

describe('an uploaded picture', () => {
  // spec: 7.29
  it('is answered with a link that works for everyone who has it, but not for scripts', async () => {
    const { status, code, data } = await sendPicture(http, token, await jpegFromPhone());
    expect([status, code, Object.keys(data)]).toEqual([200, CODE.success, ['url']]);
    const shown = await look(http, data.url);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(shown.bytes.length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=900',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    });
    const { width, height, exif, xmp } = await sharp(shown.bytes).metadata();
    expect([width, height, exif, xmp]).toEqual([60, 40, undefined, undefined]);
    expect(shown.bytes.toString('latin1')).not.toMatch(/CANARY|GPS|Exif/);
  });

  it('may also be sent from a demo account, for the chat', async () => {
    expect((await sendPicture(http, await http.enter(), picture)).code).toBe(CODE.success);
  });

  it.each([
    ['climbs', '../../../../etc/passwd.jpg'],
    ['climbs as on Windows', '..\\..\\x.jpg'],
    ['begins at the root', '/etc/cron.d/x'],
    ['has a zero byte', 'a\u0000.jpg'],
    ['is very long', 'x'.repeat(5_000)],
    ['is empty', ''],
  ])('is stored under a generated name when its name %s', async (_, filename) => {
    const { data, code } = await sendPicture(http, token, picture, filename);
    expect(code).toBe(CODE.success);
    expect(data.url).toMatch(/^\/files\/[0-9a-f]{32}\?/);
  });

  it('is identified by its bytes, not by its name', async () => {
    const png = await sharp(await jpeg())
      .png()
      .toBuffer();
    const { data } = await sendParts(http, token, [
      { filename: 'page.html', type: 'text/html', content: png },
    ]);
    expect((await look(http, data.url)).headers.get('content-type')).toBe('image/jpeg');
  });

  it('may be requested by the app on its own host', async () => {
    const preflight = await http.ask(path, { method: 'OPTIONS', headers: { origin: APP } });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, APP]);
    const sent = await sendBody(http, token, multipart([{ filename: 'a', content: picture }]), {
      origin: APP,
    });
    expect([sent.code, sent.headers.get('access-control-allow-origin')]).toEqual([CODE.success, APP]);
    const evil = await sendBody(http, token, multipart([{ filename: 'a', content: picture }]), {
      origin: 'https://evil.com',
    });
    expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('a file that is not a picture is 4000 for the field', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each<[string, Part]>([
    ['a drawing', { filename: 'a.svg', type: 'image/svg+xml', content: svg }],
    ['a drawing called a picture', { filename: 'a.png', type: 'image/png', content: svg }],
    [
      'a page called a picture',
      { filename: 'a.png', type: 'image/png', content: '<html><script>1</script>' },
    ],
    ['nothing', { filename: 'a.jpg', content: '' }],
    ['a bomb', { filename: 'a.png', content: pngBomb(60_000, 60_000) }],
  ])('%s', async (_, part) => {
    expect(await sendParts(http, token, [part])).toMatchObject(refused('file'));
  });

  it('a truncated picture', async () => {
    const whole = await noise(64);
    expect(await sendPicture(http, token, whole.subarray(0, whole.length / 2))).toMatchObject(
      refused('file'),
    );
  });
});

describe('exactly one part "file"', () => {
  const file = (name = 'file'): Part => ({ name, filename: 'a.jpg', content: picture });
  const field = (name: string): Part => ({ name, content: 'x' });
  // spec: 9.13
  it.each<[string, () => readonly Part[], string]>([
    ['no part', () => [], 'file'],
    ['two files', () => [file(), file()], 'file'],
    ['a file of another name', () => [file('picture')], 'picture'],
    ['a second file of another name', () => [file(), file('picture')], 'picture'],
    ['a field before it', () => [field('token'), file()], 'token'],
    ['a field after it', () => [file(), field('purpose')], 'purpose'],
    ['a field of its name', () => [field('file')], 'file'],
    ['fifty files', () => Array.from({ length: 50 }, () => file()), 'file'],
    ['a name of every object', () => [file('__proto__')], 'file'],
  ])('%s is 4000', async (_, parts, named) => {
    expect(await sendParts(http, token, parts())).toMatchObject(refused(named));
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no multipart at all', Buffer.from('file=x')],
    ['a body without an end', multipart([{ filename: 'a.jpg', content: 'x' }]).subarray(0, -12)],
    ['another line between the parts', Buffer.from('--other\r\n\r\nx\r\n--other--\r\n')],
  ])('%s is 4000', async (_, body) => {
    expect(await sendBody(http, token, body)).toMatchObject(refused('file'));
  });

  it('a query is 4000', async () => {
    const answer = await http.ask(`${path}?file=x`, { method: 'POST', headers: { authorization: token } });
    expect(answer).toMatchObject(refused('query'));
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'image/jpeg', 'text/plain'])(
    '%s is 415',
    async (type) => {
      const answer = await sendBody(http, token, Buffer.from('{'), { 'content-type': type });
      expect([answer.status, answer.code]).toEqual([415, CODE.badParameter]);
    },
  );

  it('the connection can be reused after each of these', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    const send = (body: Buffer) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          {
            agent,
            port: http.port,
            host: '127.0.0.1',
            path,
            method: 'POST',
            headers: {
              authorization: token,
              'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
              'content-length': body.length,
            },
          },
          (response) => {
            ports.add(response.socket.localPort ?? 0);
            response.resume().on('end', () => resolve(response.statusCode ?? 0));
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
    const large = Buffer.alloc(500_000, 'x');
    await send(multipart([{ name: 'other', filename: 'a', content: large }]));
    await send(
      multipart([
        { name: 'token', content: large },
        { filename: 'a', content: large },
      ]),
    );
    await send(
      multipart([
        { filename: 'a', content: picture },
        { filename: 'b', content: large },
      ]),
    );
    expect(await send(multipart([{ filename: 'a', content: picture }]))).toBe(200);
    expect(ports.size).toBe(1);
    agent.destroy();
  });
});

describe('the size', () => {
  it('of 10 MB is accepted', async () => {
    // Bytes after the picture's end are not part of it, and make the file as large as allowed.
    const body = Buffer.concat([picture, Buffer.alloc(UPLOAD_MAX_BYTES - picture.length)]);
    expect((await sendPicture(http, token, body)).code).toBe(CODE.success);
  });

  it.each([1, 1_024 * 1_024])('of 10 MB and %i more is 413', async (more) => {
    const body = Buffer.concat([picture, Buffer.alloc(UPLOAD_MAX_BYTES - picture.length + more)]);
    const answer = await sendPicture(http, token, body);
    expect([answer.status, answer.code]).toEqual([413, CODE.badParameter]);
  });

  it('is counted, not declared: a stream without a length is cut off as well', async () => {
    const piece = Buffer.alloc(64 * 1_024, 'x');
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          port: http.port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.write(multipart([{ filename: 'a.jpg', content: '' }]).subarray(0, -BOUNDARY.length - 8));
      const more = () => {
        while (!sent.destroyed && sent.write(piece));
        sent.once('drain', more);
      };
      more();
    });
    expect(status).toBe(413);
  });
});

describe('before the body is read', () => {
  /** Sends the head and the first bytes of an endless body; @returns the envelope that comes nevertheless. */
  const begin = (headers: Readonly<Record<string, string>>) =>
    new Promise<{ code: number; status: number }>((resolve, reject) => {
      const sent = request(
        {
          port: http.port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
        },
        (response) => {
          response.setEncoding('utf8').on('data', (text: string) => {
            resolve({ code: JSON.parse(text).code, status: response.statusCode ?? 0 });
            sent.destroy();
          });
        },
      );
      sent.on('error', reject);
      sent.write(`--${BOUNDARY}\r\n`);
    });

  it('a request without a session is refused', async () => {
    for (const headers of [{}, { authorization: 'nobody' }])
      expect(await begin(headers)).toEqual({ status: 200, code: CODE.sessionExpired });
  });

  it('a declared length above the limit is refused', async () => {
    const headers = { authorization: token, 'content-length': String(UPLOAD_MAX_BYTES * 2) };
    expect(await begin(headers)).toEqual({ status: 413, code: CODE.badParameter });
  });

  it('other calls accept no multipart, with a session or without', async () => {
    for (const name of ['login', 'submitRealName', 'sendChat'] as const) {
      const answer = await http.ask(ROUTES[name].path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: multipart([{ name: 'x', content: 'x' }]).toString(),
      });
      expect([name, answer.status, answer.code]).toEqual([name, 415, CODE.badParameter]);
    }
  });
});

describe('a link', () => {
  it('that is wrong, expired or never existed is a 404 in the envelope', async () => {
    const { data } = await sendPicture(http, token, picture);
    const { id, until, key } = partsOf(data.url);
    clock.advance(899_000);
    expect((await look(http, data.url)).headers.get('cache-control')).toBe('private, max-age=1');
    clock.advance(1_000);
    const wrong = [
      data.url,
      `/files/${id}?until=${until + 900}&key=${key}`,
      `/files/${id}`,
      '/files/',
      '/files/a/b',
      '/files/..%2f..%2fpipstream.db',
      '/files/%2e%2e/file-links.key',
    ];
    for (const url of wrong) {
      const answer = await http.ask(url, { headers: { lang: 'en' } });
      expect([url, answer.status, answer.code, answer.msg]).toEqual([url, 404, CODE.notFound, 'Not found']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('accepts only GET', async () => {
    const { data } = await sendPicture(http, token, picture);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect((await http.ask(data.url, { method })).status).toBe(404);
  });
});

describe('too many uploads', () => {
  it('of a demo account are a 4029 where a real one may continue', async () => {
    const demo = await http.enter();
    const sendMany = async (session: string) => {
      clock.advance(3_600_000);
      const codes: (number | undefined)[] = [];
      for (let i = 0; i <= QUOTAS.demo.pictures; i++)
        codes.push((await sendPicture(http, session, picture)).code);
      return codes.filter((code) => code !== CODE.success);
    };
    expect(await sendMany(demo)).toEqual([CODE.tooMany]);
    expect(await sendMany(token)).toEqual([]);
  });

  it('of one address are a 429 with the seconds to wait', async () => {
    clock.advance(3_600_000);
    const answers = [];
    for (let i = 0; i <= RATES.upload.burst; i++) answers.push(await sendParts(http, 'nobody', []));
    expect(answers.map(({ status }) => status)).toEqual([...Array(RATES.upload.burst).fill(200), 429]);
    expect(answers.at(-1)).toMatchObject({ code: CODE.tooMany, data: { retry_after_s: 1 } });
    clock.advance(3_600_000);
  });
});

it('none of this was logged as a bug, and a form is still a form elsewhere', async () => {
  expect(http.faults).toEqual([]);
  const login = await http.ask(
    ROUTES.login.path,
    form({ account: 'a@example.com', password: 'x', login_type: '1' }),
  );
  expect(login.code).toBe(CODE.wrongCredentials);
});
