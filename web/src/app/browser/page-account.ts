/** Who signed in last on this browser; it outlives a session that ends by itself. */
export const PERSON = 'bocau.person';

/**
 * Whose page this is, by address: every call names it. Pages share the cookie of the session, so that somebody else may
 * have signed in beside this one.
 */
let account: string | null = null;

export const pageAccount = (): string | null => account;

export function setPageAccount(email: string | null): void {
  account = email;
}

/** Somebody else has signed in beside this page. */
export function isPageReplaced(): boolean {
  return account !== null && (localStorage.getItem(PERSON) ?? account) !== account;
}

/** What this page reads may stay on the device: it is not once its person has signed out, or somebody else signed in. */
export function mayStoreRead(): boolean {
  return account !== null && localStorage.getItem(PERSON) === account;
}
