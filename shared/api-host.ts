/**
 * The first label of a name with a sub-domain. `localhost` and an address have none, and registries sell names below some
 * second levels: nor has `example.co.uk`.
 */
const FIRST_LABEL =
  /^[^.]+(?=\.[^.]+\.)(?!\.(?:ac|com?|edu|gob?|gov|gv|mil|net?|nom|org?)\.[^.]+$)(?!.*\.(?:\d+|localhost)(?::|$))/;

/**
 * The host of the app's API, `api.example.com` for `m.example.com` (docs/api.md, "Where"); the app's own where that has no
 * sub-domain.
 * @param host of the app's pages, with the port, if any, which stays
 * @param label in place of the first one
 */
export const apiHostOf = (host: string, label: string): string => host.replace(FIRST_LABEL, label);
