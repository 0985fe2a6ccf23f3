/** By what somebody proved who they are. */
export const SIGN_IN_METHODS = [
  'password',
  'totp',
  'recovery_code',
  'app_password',
  'passkey',
  'link',
  'sign_on',
] as const;
export type EventMethod = (typeof SIGN_IN_METHODS)[number];

/** `refused`: it was right and not enough, such as the account's password where an app password is asked for. */
export const SIGN_IN_OUTCOMES = ['ok', 'wrong_password', 'wrong_code', 'refused'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** `api`: a program with a token; the others are mail programs. */
export const SIGN_IN_PROTOCOLS = ['web', 'api', 'smtp'] as const;
export type SignInProtocol = (typeof SIGN_IN_PROTOCOLS)[number];

/** What can change in the protection of an account. */
export const SECURITY_CHANGES = [
  'password_changed',
  'two_step_on',
  'two_step_off',
  'recovery_codes_made',
  'app_password_made',
  'app_password_revoked',
  'session_ended',
  'sessions_ended',
  'alerts_off',
  'forward_added',
  'forward_stopped',
  'redirect_added',
  'discard_all_added',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** For so many days the history goes back. */
export const ACTIVITY_DAYS = 180;
