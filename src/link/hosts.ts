import { apiHostOf } from '../../shared/api-host.ts';
import { SOCKET_PATH } from '../../shared/contract/socket.ts';

/** The exchange's addresses; docs/api.md, "Where". */
export interface Hosts {
  /** Without a trailing slash. */
  readonly apiBase: string;
  readonly socketUrl: string;
}

export interface HostLabels {
  readonly mobile: string;
  readonly pc: string;
}

/** The port stays that of the page. */
export function hostsFor(
  page: Readonly<Pick<URL, 'protocol' | 'host'>>,
  mobile: boolean,
  labels: HostLabels,
): Hosts {
  const host = apiHostOf(page.host, mobile ? labels.mobile : labels.pc);
  return {
    apiBase: `${page.protocol}//${host}`,
    socketUrl: `${page.protocol.replace('http', 'ws')}//${host}${SOCKET_PATH}`,
  };
}

/** Whether the user agent is that of a phone or a tablet. */
export const isMobileBrowser = (userAgent: string, touchPoints: number): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent) ||
  // Tablets of one maker report a desktop computer.
  (/Macintosh/.test(userAgent) && touchPoints > 1);
