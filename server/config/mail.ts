import { BadSetting, type Reader } from './setting-reader.ts';

/** An SMTP server that sends e-mails. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Uses TLS from the first byte; otherwise TLS starts when the server offers it. */
  readonly secure: boolean;
  /** The password is a function, so that printing the settings does not show it. */
  readonly login: { readonly user: string; readonly password: () => string } | undefined;
  /** The sender's address. */
  readonly from: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const ADDRESS = /^[^\s@<>",;:]+@[^\s@<>",;:]+$/;
/** Never repeats the value, which may contain a password. */
const WANTED =
  'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587?from=no-reply@example.com.';

/** @throws BadSetting */
export function readMail(read: Reader): MailServer | undefined {
  const value = read.text('SMTP_URL', '');
  if (value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const port = url && portOf(url);
  const surplus = [...(url?.searchParams.keys() ?? [])].some((name) => name !== 'from');
  if (url === undefined || port === undefined || surplus || !/^\/?$/.test(url.pathname) || url.hash !== '')
    throw new BadSetting(WANTED);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const from = url.searchParams.get('from') ?? (ADDRESS.test(user) ? user : `no-reply@${url.hostname}`);
  if (!ADDRESS.test(from)) throw new BadSetting(WANTED);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    secure: url.protocol === 'smtps:',
    login: user === '' ? undefined : { user, password: () => password },
    from,
  };
}

function portOf({ protocol, hostname, port }: URL): number | undefined {
  if (hostname === '') return undefined;
  return port === '' ? PORTS[protocol] : PORTS[protocol] && Number(port);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadSetting(WANTED);
  }
}
