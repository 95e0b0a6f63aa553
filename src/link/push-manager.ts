/** Whether this browser can be sent notifications; on iPhones only an installed app can. */
export type PushSupport = 'yes' | 'when-installed' | 'no';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
    ? 'when-installed'
    : 'no';
}

/** The browser's subscription, with its keys as base64url. */
export interface PushAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** @returns undefined while this browser has none */
export async function pushAddress(): Promise<PushAddress | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return addressOf(await registration?.pushManager.getSubscription());
}

/**
 * Asks for the permission unless it is there, which browsers allow only on a tap, and subscribes.
 * @param key of the exchange; a subscription with another key is replaced
 */
export async function subscribeToPush(
  key: () => Promise<string | undefined>,
): Promise<PushAddress | 'denied' | undefined> {
  if (Notification.permission !== 'granted' && (await Notification.requestPermission()) !== 'granted')
    return 'denied';
  const applicationServerKey = await key();
  if (applicationServerKey === undefined) return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A browser that does not report the key gets no new subscription at each start.
  if (known && (keyOf(known) || applicationServerKey) === applicationServerKey) return addressOf(known);
  await known?.unsubscribe();
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

/** @returns the address that this browser had */
export async function unsubscribeFromPush(): Promise<PushAddress | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  await known?.unsubscribe();
  return addressOf(known);
}

function addressOf(subscription: PushSubscription | null | undefined): PushAddress | undefined {
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, p256dh, auth };
}

const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
