/**
 * The first label of a name with a sub-domain. `localhost` and an address have none, and registries sell names below some
 * second levels: nor has `example.co.uk`.
 */
const FIRST_LABEL =
  /^[^.]+(?=\.[^.]+\.)(?!\.(?:ac|com?|edu|gob?|gov|gv|mil|net?|nom|org?)\.[^.]+$)(?!.*\.(?:\d+|localhost)$)/;

/**
 * The host of the app's API, `api.example.com` for `m.example.com` (contract, section 1).
 * @param hostname of the app's pages
 * @param label in place of the first one
 * @returns undefined where the app's host is its API's as well
 */
export const apiHostOf = (hostname: string, label: string): string | undefined =>
  FIRST_LABEL.test(hostname) ? hostname.replace(FIRST_LABEL, label) : undefined;
