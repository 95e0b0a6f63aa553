/** Whether a page of this origin may call: listed origins, and the server's own pages. */
export type OriginCheck = (origin: string, host: string | undefined) => boolean;

export function createOriginCheck(allowed: readonly string[]): OriginCheck {
  const list = new Set(allowed);
  return (origin, host) => list.has(origin) || isOwn(origin, host);
}

/** A page of this server: same host and port, whichever proxy terminates TLS. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:\/\//.test(origin)) return false;
  return origin.slice(origin.indexOf('//') + 2) === host;
}
