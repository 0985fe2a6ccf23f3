import { createHmac } from 'node:crypto';

/**
 * What the provider is sent besides the state. Both follow from the state and from what the browser keeps in a cookie,
 * so that neither has to be stored.
 */
export function deriveSecrets(state: string, browser: string): { verifier: string; nonce: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { verifier: derive('code verifier'), nonce: derive('nonce') };
}
