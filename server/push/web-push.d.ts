/** The part of the library that is used here: it encrypts and signs, and sends nothing. */
declare module 'web-push' {
  interface Details {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly body: Buffer;
  }

  interface WebPush {
    /** Encrypts the payload for the browser (RFC 8291). @throws when its key is none */
    generateRequestDetails(
      subscription: {
        readonly endpoint: string;
        readonly keys: { readonly p256dh: string; readonly auth: string };
      },
      payload: string,
      options: {
        /** Seconds. */
        readonly TTL: number;
        readonly urgency: 'high' | 'normal';
        readonly topic: string;
        readonly headers: Readonly<Record<string, string>>;
      },
    ): Details;
    /** Signs a token (RFC 8292). @param expiresAtS epoch seconds */
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: 'aes128gcm',
      expiresAtS: number,
    ): { readonly Authorization: string };
  }

  const webPush: WebPush;
  export = webPush;
}
