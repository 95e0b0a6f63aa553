/** A URL from the server that may be opened: https only, so that no response can make the page run `javascript:`. */
export function httpsUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' ? url.href : undefined;
}
