/** A flag in a cookie of this origin; kept for `maxAgeS` seconds. */
export const flagCookie = (name: string, maxAgeS: number) => ({
  read: (): boolean => document.cookie.split('; ').includes(`${name}=1`),
  write(on: boolean): void {
    const life = on ? maxAgeS : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface needs a secure origin, and a write of it is not there at once
    document.cookie = `${name}=1; path=/; max-age=${life}; samesite=lax`;
  },
});
