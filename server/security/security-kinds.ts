/** What can happen, and whether it is a sign of an attack. */
export const SECURITY_KINDS = {
  account_opened: 'usual',
  login: 'usual',
  login_wrong: 'suspect',
  /** Refused without a look at the password: too many attempts. */
  login_locked: 'suspect',
  /** Refused with the right password: the operator has blocked the account. */
  login_blocked: 'suspect',
  logout: 'usual',
  /** The owner ended the session of another device. */
  session_ended: 'usual',
  password_changed: 'usual',
  /** A session's owner, or a thief of the session, gave a wrong password or code for a change. */
  proof_wrong: 'suspect',
  factor_added: 'usual',
  factor_removed: 'usual',
  factor_wrong: 'suspect',
  /** Codes of an app are refused from now on: too many wrong proofs in a row. */
  factor_locked: 'suspect',
  recovery_code_used: 'usual',
  payout_added: 'usual',
  payout_confirmed: 'usual',
  payout_removed: 'usual',
  withdrawal_requested: 'usual',
  /** A limit on requests, sends or connections was reached. */
  limit_reached: 'suspect',
  /** An operator's command that changes an account. */
  operator_step: 'usual',
} as const satisfies Record<string, 'usual' | 'suspect'>;
export type SecurityKind = keyof typeof SECURITY_KINDS;
