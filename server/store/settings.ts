/** Location of the data. */
export type DatabaseSettings =
  /** A file in the data folder. */
  { readonly kind: 'embedded' } | { readonly kind: 'postgres'; readonly server: PostgresServer };

export interface PostgresServer {
  /** A host name, an address, or the folder of a local socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** A function, so that printing the settings does not show the password. */
  readonly password: () => string;
  /**
   * `require` encrypts without verifying the server; `verify-full` checks the certificate and its host name.
   */
  readonly tls: 'disable' | 'require' | 'verify-full';
  /** The authority that `verify-full` trusts, if it is not a public one. */
  readonly authorityFile: string | undefined;
}
