/** Where a browser goes to sign in with the account of its organisation; answers with a redirect. */
export const SIGN_ON_PATH = '/sign-on';
/** Leads out at the provider as well, and back to the sign-in page. */
export const SIGN_ON_LOGOUT = `${SIGN_ON_PATH}/logout`;
/** The domain whose provider this browser has signed in at: readable for pages, and good for nothing else. */
export const SIGN_ON_COOKIE = 'bocau_sign_on_domain';

/** What the sign-in page is told in `sign_on` of its address when a browser comes back. */
export const SIGN_ON_RESULTS = ['done', 'none', 'silent', 'cancelled', 'refused', 'expired'] as const;
export type SignOnResult = (typeof SIGN_ON_RESULTS)[number];
