/** Where the data are kept. */
export type DatabaseSettings =
  /** In a file of the data folder. */
  { readonly kind: 'embedded' } | { readonly kind: 'postgres'; readonly server: PostgresServer };

export interface PostgresServer {
  /** A name, an address, or the folder of a local socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** A function, so that no print-out of the settings shows it. */
  readonly password: () => string;
  /** `require` encrypts without asking whom it talks to, `verify-full` checks the certificate and its name. */
  readonly tls: 'disable' | 'require' | 'verify-full';
  /** The authority that `verify-full` trusts, when it is none of the well-known ones. */
  readonly authorityFile: string | undefined;
}
