import * as oidc from 'openid-client';
import type { Identity } from './attempts.store.ts';

const LONGEST_SUBJECT = 255;
const LONGEST_EMAIL = 320;

/**
 * Exchanges the code of a callback, and returns the subject of the ID token. The library has verified its
 * signature, issuer, audience, expiry and nonce by then; it throws on a failure.
 */
export async function readIdentity(
  config: oidc.Configuration,
  { url, state, verifier, nonce }: { url: URL; state: string; verifier: string; nonce: string },
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  // An empty subject would be the same for all users of a provider that sends it.
  if (!claims?.sub.trim() || claims.sub.length > LONGEST_SUBJECT)
    throw new Error('The ID token names nobody');
  const email = typeof claims.email === 'string' ? claims.email : '';
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.length > LONGEST_EMAIL ? '' : email,
    email_verified: claims.email_verified === true,
  };
}
