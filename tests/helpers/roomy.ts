/** Settings for tests and benches in which one address is many customers. */
export const ROOMY = {
  SOCKETS_PER_ADDRESS: '20000',
  DEMO_ACCOUNTS_PER_ADDRESS: '100000',
  CODES_BEFORE_CAPTCHA: '100000',
  CODES_PER_ADDRESS: '100000',
} as const;
