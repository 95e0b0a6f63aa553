import { expect } from 'vitest';
import { type Entry, type Ground, picture } from './ground.ts';

const plain = () => ({ fields: {} });
const done: Entry['check'] = ({ data }) => expect(data).toBeNull();

async function papers({ upload, newcomer }: Ground) {
  const { token } = await newcomer();
  const fields = {
    name: 'Ada Lovelace',
    card_id: 'AB1234567',
    front_pic: await upload(token),
    reverse_pic: await upload(token, 'another'),
  };
  return { fields, token };
}

export const peopleEntries = {
  getCaptcha: {
    request: ({ newCid }) => ({ fields: { token: `${newCid()}-of-my-choosing` } }),
    check: ({ data }) => expect(data.b64s).toMatch(/^data:image\//),
  },
  sendEmailCode: {
    request: ({ newAddress }) => ({ fields: { to: newAddress(), type: '1' } }),
    check: done,
  },
  sendSmsCode: {
    request: ({ newCid }) => ({
      fields: { to: `+852 9${newCid().replace(/\D/g, '').padStart(7, '0')}`, type: '1' },
    }),
    check: done,
  },
  register: {
    request: async ({ newAddress, codeFor }) => {
      const account = newAddress();
      const password = 'a long enough sentence 8';
      const code = await codeFor(account, '1');
      return { fields: { type: '1', account, password, re_password: password, sms_code: code } };
    },
    check: done,
  },
  forgetPassword: {
    request: async ({ newcomer, codeFor }) => {
      const { account } = await newcomer();
      const password = 'a long enough sentence 9';
      const code = await codeFor(account, '2');
      return {
        fields: {
          type: '1',
          account,
          new_password: password,
          secondary_password: password,
          auth_code: code,
        },
      };
    },
    check: done,
  },
  amendPassword: {
    request: async ({ newcomer }) => {
      const { token, password } = await newcomer();
      return { token, fields: { new_password: 'another long sentence 10', old_password: password } };
    },
    check: done,
  },
  createDemoAccount: { request: plain, check: ({ data }) => expect(data.demo_id).toMatch(/^[\w-]{16,}$/) },
  login: {
    request: async ({ send }) => {
      const { data } = await send('createDemoAccount', {}, undefined);
      return { fields: { demo_id: data.demo_id } };
    },
    check: ({ data }) => {
      expect(data.token).toMatch(/^[\w-]{20,}$/);
      expect(data.user).toMatchObject({ is_demo: 1, email: '' });
    },
  },
  logout: { request: async ({ enter }) => ({ fields: {}, token: await enter() }), check: done },
  getUser: { request: plain, check: ({ data }) => expect(data).toMatchObject({ is_demo: 1 }) },
  getSessions: { request: plain, check: ({ data }) => expect(data.list).toHaveLength(1) },
  endSession: {
    request: async ({ real, send }) => {
      const again = { account: real.account, password: real.password, login_type: '1' };
      await send('login', again, undefined);
      const { data } = await send('getSessions', {}, real.token);
      const other = data.list.find((session: { is_current: number }) => session.is_current === 0);
      return { fields: { id: other.id }, token: real.token };
    },
    check: done,
    owned: { id: 'A'.repeat(16) },
  },
  getReview: { request: plain, check: ({ data }) => expect(data).toEqual({ review_status: 0, remark: '' }) },
  submitRealName: {
    request: papers,
    check: ({ data }) => expect(data).toEqual({ review_status: 1, remark: '' }),
    owned: { front_pic: '/files/none', reverse_pic: '/files/none' },
  },
  uploadImage: {
    request: async ({ enter }) => ({ fields: { file: await picture() }, token: await enter() }),
    check: ({ data }) => expect(data.url).toMatch(/^\/files\//),
  },
} satisfies Record<string, Entry>;
