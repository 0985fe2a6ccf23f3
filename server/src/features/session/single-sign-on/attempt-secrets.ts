import { createHmac } from 'node:crypto';

/**
 * The PKCE verifier and the nonce. Both are derived from the state and from the browser's cookie, so that
 * neither has to be stored.
 */
export function deriveSecrets(state: string, browser: string): { verifier: string; nonce: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { verifier: derive('code verifier'), nonce: derive('nonce') };
}
