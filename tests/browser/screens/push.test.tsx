import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { err, LOCAL_CODE, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { PushSection } from '../../../src/screens/shared/alerts/PushSection.tsx';
import { ask } from '../../../src/state/ask.ts';
import { isSignedIn } from '../../../src/state/session.ts';
import { signOut, startSignOut } from '../../../src/state/sign-out.ts';
import * as script from '../scripted/script.ts';
import { askScene, SIGNED_IN_USER } from './ask-scene.tsx';

const KEY = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';
const ADDRESS = { endpoint: 'https://fcm.googleapis.com/fcm/send/one', p256dh: 'key', auth: 'secret' };
const CHOICES = { priceAlerts: true, fills: true, stopOuts: true, marginCalls: true };

const scene = askScene();

/** The browser's part, as a browser that may be asked for the permission has it. */
const USUAL = {
  permission: 'default' as NotificationPermission,
  answer: 'granted' as NotificationPermission,
  asked: 0,
  subscribed: false,
  /** Of its subscription. */
  endpoint: ADDRESS.endpoint,
  key: KEY,
  /** The push service is out of reach. */
  fails: false,
  with: undefined as unknown,
};
const browser = { ...USUAL };
/** A browser that has the permission and a subscription, which `owner` switched on. */
function beSubscribed(more: Partial<typeof browser> = {}, owner = '42'): void {
  Object.assign(browser, { permission: 'granted', subscribed: true, ...more });
  localStorage.setItem('pipstream.push', owner);
}
const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer;
const subscription = {
  toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: ADDRESS.p256dh, auth: ADDRESS.auth } }),
  get options() {
    return { applicationServerKey: bytesOf(browser.key) };
  },
  unsubscribe: async () => {
    browser.subscribed = false;
    return true;
  },
};
const pushManager = {
  getSubscription: async () => (browser.subscribed ? subscription : null),
  subscribe: async (options: { readonly applicationServerKey: string }) => {
    if (browser.fails) throw new DOMException('', 'AbortError');
    browser.with = options;
    browser.key = options.applicationServerKey;
    browser.endpoint = ADDRESS.endpoint;
    browser.subscribed = true;
    return subscription;
  },
};

beforeEach(() => {
  Object.assign(browser, USUAL);
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked++;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
});
afterEach(() => {
  localStorage.removeItem('pipstream.push');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (section = <PushSection />) =>
  scene.show('/', section, {
    getPushKey: () => ok({ key: KEY }),
    subscribePush: () => ok(null),
    unsubscribePush: () => ok(null),
    getPushSettings: () => ok(CHOICES),
    setPushSettings: (changes) =>
      ok({
        ...CHOICES,
        ...Object.fromEntries(Object.entries(changes).map(([kind, on]) => [kind, on === 1])),
      }),
  });
/** @returns what lets the exchange say its key */
function holdKey(): () => void {
  let say = (): void => {};
  const said = new Promise<void>((resolve) => {
    say = resolve;
  });
  scene.answer({ getPushKey: () => said.then(() => ok({ key: KEY })) });
  return say;
}
const main = () => page.getByRole('switch', { name: /^Notify me while the app is closed/ });

describe('the switch of the device', () => {
  it('asks for the permission only when it is tapped, and tells the exchange the address', async () => {
    show();
    await expect.element(main()).not.toBeChecked();
    await expect.element(page.getByText(/never your balance/)).toBeVisible();
    expect(browser.asked).toBe(0);
    await userEvent.click(main());
    await expect.element(main()).toBeChecked();
    expect(browser.asked).toBe(1);
    expect(browser.with).toEqual({ userVisibleOnly: true, applicationServerKey: KEY });
    expect(scene.asked('subscribePush')[0]).toEqual(ADDRESS);
  });

  it('ends the subscription here and at the exchange', async () => {
    show();
    await userEvent.click(main());
    await expect.element(main()).toBeChecked();
    await userEvent.click(main());
    await expect.element(main()).not.toBeChecked();
    expect(browser.subscribed).toBe(false);
    expect(scene.asked('unsubscribePush')).toEqual([{ endpoint: ADDRESS.endpoint }]);
  });

  it('stays on while the exchange cannot be reached, which gets its address once the connection is back', async () => {
    beSubscribed();
    show(<PushSection isBrief />);
    scene.answer({ subscribePush: () => err(refusal(LOCAL_CODE.offline)) });
    await expect.element(main()).toBeChecked();
    await vi.waitFor(() => expect(scene.asked('subscribePush')).toHaveLength(1));
    await new Promise(requestAnimationFrame);
    await expect.element(main()).toBeChecked();
    await script.putConnection('offline');
    scene.answer({ subscribePush: () => ok(null) });
    await script.putConnection('live');
    await vi.waitFor(() => expect(scene.asked('subscribePush')).toHaveLength(2));
  });

  it('is off as soon as the browser has ended its subscription, also without the exchange', async () => {
    beSubscribed();
    show(<PushSection isBrief />);
    await expect.element(main()).toBeChecked();
    scene.answer({ unsubscribePush: () => err(refusal(LOCAL_CODE.offline)) });
    await userEvent.click(main());
    await expect.element(main()).not.toBeChecked();
    expect([browser.subscribed, toasts.value]).toEqual([false, []]);
  });

  it('says what helps when the permission was refused', async () => {
    browser.answer = 'denied';
    show();
    await userEvent.click(main());
    await expect.element(page.getByText(/Allow them in the site settings/)).toBeVisible();
    expect(scene.asked('subscribePush')).toEqual([]);
  });

  it('stays off, with a message, when the exchange refuses the address', async () => {
    show();
    scene.answer({ subscribePush: () => err(refusal(4000)) });
    await userEvent.click(main());
    await expect
      .element(page.getByText('The notifications could not be switched. Please try again later.'))
      .toBeVisible();
    await expect.element(main()).not.toBeChecked();
  });

  it('stays on, without a question, when the browser has dropped its subscription', async () => {
    beSubscribed({ subscribed: false });
    show(<PushSection isBrief />);
    await expect.element(main()).toBeChecked();
    expect([browser.asked, scene.asked('subscribePush')]).toEqual([0, [ADDRESS]]);
  });

  it('stays on when the exchange has another key: the device gets a new address', async () => {
    beSubscribed({ endpoint: 'https://fcm.googleapis.com/fcm/send/old', key: `${KEY.slice(0, -1)}A` });
    show(<PushSection isBrief />);
    await expect.poll(() => scene.asked('subscribePush')).toEqual([ADDRESS]);
    expect(browser.with).toEqual({ userVisibleOnly: true, applicationServerKey: KEY });
    await expect
      .poll(() => scene.asked('unsubscribePush'))
      .toEqual([{ endpoint: 'https://fcm.googleapis.com/fcm/send/old' }]);
    await expect.element(main()).toBeChecked();
  });

  it('is off when there is no new subscription', async () => {
    beSubscribed({ key: `${KEY.slice(0, -1)}A`, fails: true });
    show(<PushSection isBrief />);
    const say = holdKey();
    await expect.element(main()).toBeChecked();
    say();
    await expect.element(main()).not.toBeChecked();
    expect([browser.subscribed, scene.asked('subscribePush')]).toEqual([false, []]);
  });

  it('stays off when it is switched off while a new subscription is made', async () => {
    beSubscribed({ key: `${KEY.slice(0, -1)}A` });
    show(<PushSection isBrief />);
    const say = holdKey();
    await expect.element(main()).toBeChecked();
    await userEvent.click(main());
    await expect.element(main()).not.toBeChecked();
    say();
    // Answers come in their order.
    await ask('getPushSettings', {});
    await new Promise(requestAnimationFrame);
    expect([browser.subscribed, scene.asked('subscribePush')]).toEqual([false, []]);
  });

  it('is off for another account that logs in on the device', async () => {
    beSubscribed({}, '7');
    show();
    await expect.element(main()).not.toBeChecked();
    expect(scene.asked('subscribePush')).toEqual([]);
  });
});

describe('an account that signs out', () => {
  const offline = err(refusal(LOCAL_CODE.offline));
  const kept = () => [browser.subscribed, localStorage.getItem('pipstream.push')];
  const untold = () => Object.keys(localStorage).filter((key) => key.startsWith('pipstream.logout.'));
  const leave = async (owner: string, answer: unknown) => {
    browser.subscribed = true;
    localStorage.setItem('pipstream.push', owner);
    const leaving = signOut();
    const call = await script.nextOf('signOut');
    // The phone may end the app before there is an answer.
    expect(untold()).toEqual(['pipstream.logout.a-token']);
    call.answer(answer);
    await leaving;
  };
  const reconnect = async () => {
    for (const status of ['offline', 'live'] as const) {
      await script.putConnection(status);
    }
  };
  const tellLate = async (answer: unknown) => {
    const { args, answer: give } = await script.nextOf('lateLogout');
    give(answer);
    return args;
  };
  afterEach(async () => {
    await script.signIn(SIGNED_IN_USER);
    for (const key of untold()) localStorage.removeItem(key);
  });

  it('is sent nothing more here, though the exchange was not told; that is repeated until it has answered', async () => {
    await leave('42', offline);
    await expect.poll(kept).toEqual([false, null]);
    expect(isSignedIn.value).toBe(false);
    await reconnect();
    expect(await tellLate(offline)).toEqual(['a-token']);
    expect(untold()).toHaveLength(1);
    // Somebody has switched them on since.
    browser.subscribed = true;
    localStorage.setItem('pipstream.push', '42');
    await reconnect();
    expect(await tellLate(ok(true))).toEqual(['a-token']);
    await expect.poll(untold).toEqual([]);
    expect(kept()).toEqual([true, '42']);
  });

  it('keeps its address for the next time when the exchange was told', async () => {
    await leave('42', ok(undefined));
    expect(untold()).toEqual([]);
    expect(kept()).toEqual([true, '42']);
  });

  it('leaves the notifications of another account on', async () => {
    await leave('7', offline);
    await expect.poll(() => localStorage.getItem('pipstream.logout.a-token')).toBe('');
    expect(kept()).toEqual([true, '7']);
  });

  it('is signed out at the exchange at the next start, too, and here when that is not told either', async () => {
    browser.subscribed = true;
    localStorage.setItem('pipstream.push', '42');
    localStorage.setItem('pipstream.logout.of-an-earlier-start', '42');
    startSignOut();
    expect(await tellLate(offline)).toEqual(['of-an-earlier-start']);
    await expect.poll(kept).toEqual([false, null]);
  });
});

it('on an iPhone without the installed app says how to install it', async () => {
  vi.unstubAllGlobals();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  );
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  const { PushManager } = globalThis;
  Reflect.deleteProperty(globalThis, 'PushManager');
  show();
  await expect.element(page.getByText(/Add to Home Screen/)).toBeVisible();
  expect(page.getByRole('switch').elements()).toEqual([]);
  Object.assign(globalThis, { PushManager });
});

it('kinds are left out where an alert is set', async () => {
  show(<PushSection isBrief />);
  await userEvent.click(main());
  await expect.element(main()).toBeChecked();
  await new Promise(requestAnimationFrame);
  expect(scene.asked('getPushSettings')).toEqual([]);
  expect(page.getByRole('switch').elements()).toHaveLength(1);
});

it('kinds are switched one by one, and switch back when the exchange refuses', async () => {
  beSubscribed();
  show();
  const kind = (name: string) => page.getByRole('switch', { name, exact: true });
  await expect.element(kind('Stop outs')).toBeChecked();
  await userEvent.click(kind('Stop outs'));
  await expect.element(kind('Stop outs')).not.toBeChecked();
  await vi.waitFor(() => expect(scene.asked('setPushSettings')).toEqual([{ stopOuts: 0 }]));
  scene.answer({ setPushSettings: () => err(refusal(5000)) });
  await userEvent.click(kind('Margin calls'));
  await expect.element(kind('Margin calls')).toBeChecked();
});
