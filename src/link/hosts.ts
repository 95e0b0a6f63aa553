import { SOCKET_PATH } from '../../shared/contract/socket.ts';

/** Where the exchange is; contract, section 1. */
export interface Hosts {
  /** Without a trailing slash. */
  readonly apiBase: string;
  readonly socketUrl: string;
}

export interface HostLabels {
  readonly mobile: string;
  readonly pc: string;
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The API host is the page's with its first label replaced; a host without a sub-domain, an address or `localhost` is
 * its own. The port stays.
 */
export function hostsFor(
  page: Readonly<Pick<URL, 'protocol' | 'hostname' | 'port'>>,
  mobile: boolean,
  labels: HostLabels,
): Hosts {
  const hostname = hasSubDomain(page.hostname)
    ? page.hostname.replace(/^[^.]+/, mobile ? labels.mobile : labels.pc)
    : page.hostname;
  const host = page.port === '' ? hostname : `${hostname}:${page.port}`;
  return {
    apiBase: `${page.protocol}//${host}`,
    socketUrl: `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${SOCKET_PATH}`,
  };
}

/** Whether a user agent is a phone's or a tablet's. */
export const isMobileBrowser = (userAgent: string, touchPoints: number): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent) ||
  // Tablets of one maker call themselves a desktop computer.
  (/Macintosh/.test(userAgent) && touchPoints > 1);

function hasSubDomain(hostname: string): boolean {
  if (IPV4.test(hostname) || hostname.includes(':')) return false;
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return false;
  return hostname.split('.').length > 2;
}
