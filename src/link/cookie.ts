/** Writes a cookie of this origin, `name=value`, for so many days; none removes it. */
export function writeCookie(pair: string, days: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface needs a secure origin and writes asynchronously
  document.cookie = `${pair}; path=/; max-age=${days * 86_400}; samesite=lax`;
}
