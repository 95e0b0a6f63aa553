import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../shared/contract/routes.ts';
import { limitedDisk } from './limited-disk.ts';
import { askServed, enterServed, openInstrument, quickFeed, startServed } from './served.ts';

const NAMES = Object.keys(ROUTES) as RouteName[];
const shapeOf = (name: RouteName): RouteShape => ROUTES[name];

/** An order that could not be stored: its address had parameters. */
const WRITING = /fault in \/v1\/api\/forex\/submit/;
const EMAIL = 'canary-7391@example.com';
const PASSWORD = 'canary password 5817';

describe('an exchange whose every write fails', () => {
  it.for(['json', 'text'])(
    'logs the error as %s without a token, a password, an address or any other input',
    { timeout: 120_000 },
    async (format, { skip }) => {
      const disk = limitedDisk() ?? skip('this machine has no prlimit or no /bin/bash');
      const settings = { DATA_DIR: disk.dataDir, FEED: quickFeed(), LOG_LEVEL: 'debug', LOG_FORMAT: format };
      const served = await startServed(settings, disk.wrap);
      const token = await enterServed(served.url);
      const instrument = await openInstrument(served.url);
      disk.fill(served.pid);
      const canaries = new Set<string>([token, EMAIL, PASSWORD]);
      const answers: string[] = [];
      const ask = async (name: RouteName, fields: Readonly<Record<string, string>>) => {
        const { path, method, body } = shapeOf(name);
        if (body === 'multipart' || method === 'DELETE') return;
        const post = method === 'POST' ? { post: true as const } : {};
        const filled = path.replace(/:\w+/g, (part) => fields[part.slice(1)] ?? 'x'.repeat(16));
        const { text, code } = await askServed(served.url, filled, fields, { token, ...post });
        if (code !== CODE.success) answers.push(text);
      };

      // Every parameter of every call, each with a unique value.
      for (const name of NAMES) {
        const fields = Object.keys(shapeOf(name).request ?? {}).map(
          (field) => [field, `canary-${name}-${field}`] as const,
        );
        for (const [, value] of fields) canaries.add(value);
        await ask(name, Object.fromEntries(fields));
      }
      // Also requests that reach the disk.
      for (let i = 0; i < 300 && !WRITING.test(served.said()); i++) {
        await ask('sendChat', { text: `canary-chat-${i}` });
        await ask('submitOrder', {
          type: '1',
          cont: instrument.lots,
          forex_id: instrument.id,
          status: '1',
          multiple: instrument.multiple,
          cid: `canary-cid-${i}`,
        });
      }
      for (const canary of ['canary-chat', 'canary-cid']) canaries.add(canary);
      await ask('sendEmailCode', { to: EMAIL, type: '1' });
      await ask('login', { account: EMAIL, password: PASSWORD, login_type: '1' });
      await ask('forgetPassword', {
        type: '1',
        account: EMAIL,
        new_password: PASSWORD,
        secondary_password: PASSWORD,
        auth_code: '739158',
      });
      await ask('register', {
        type: '1',
        account: EMAIL,
        password: PASSWORD,
        re_password: PASSWORD,
        sms_code: '739158',
      });
      await ask('createDemoAccount', {});

      const demo = await askServed(served.url, '/no/such/path/canary-path?email=canary-query');
      expect(demo.status).toBe(404);
      for (const canary of ['canary-path', 'canary-query']) canaries.add(canary);

      expect(served.said()).toMatch(WRITING);
      // Each call has left an entry.
      for (const name of ['login', 'submitOrder', 'sendChat', 'getLedger', 'draw'])
        expect(served.printed()).toMatch(format === 'json' ? `"call":"${name}"` : `call=${name} `);
      const told = [served.said(), served.printed(), ...answers].join('\n');
      expect([...canaries].filter((canary) => told.includes(canary))).toEqual([]);
      await served.kill();
    },
  );
});
