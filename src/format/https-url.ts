/** An address of the server's that may be followed: https alone, so that no answer can make the page run `javascript:`. */
export function httpsUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' ? url.href : undefined;
}
