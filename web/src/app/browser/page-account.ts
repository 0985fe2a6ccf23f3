/** Key of the user who last signed in on this browser; it survives a session that ends by itself. */
export const PERSON = 'bocau.person';

/**
 * The account of this page, by address: every call names it. Pages share the session cookie, so someone else
 * may have signed in in another tab.
 */
let account: string | null = null;

export const pageAccount = (): string | null => account;

export function setPageAccount(email: string | null): void {
  account = email;
}

/** Someone else has signed in in another tab. */
export function isPageReplaced(): boolean {
  return account !== null && (localStorage.getItem(PERSON) ?? account) !== account;
}

/**
 * Whether this page may cache what it reads: not once its user has signed out, or someone else has signed in.
 */
export function mayStoreRead(): boolean {
  return account !== null && localStorage.getItem(PERSON) === account;
}
