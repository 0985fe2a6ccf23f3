import { ECDH } from 'node:crypto';
import type { PushSubscriptionKeys } from '@bocau/contract/push.ts';
import { Failure } from '../../platform/failure.ts';
import { checkAddress } from '../../platform/outbound/find-target.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';

/**
 * Refuses what no push service of a browser is: an address that is not https, is inside the network or has a port of its
 * own (SSRF protection; names are looked up when something is sent), and a key that nothing can be encrypted for.
 */
export function checkSubscription(
  { endpoint, p256dh }: PushSubscriptionKeys,
  internalHosts: ReadonlySet<string>,
): void {
  if (!isEndpoint(endpoint, internalHosts)) throw unusable('endpoint', 'no https address of a push service');
  if (!isPublicKey(p256dh)) throw unusable('p256dh', 'no point of P-256');
}

function isEndpoint(endpoint: string, internalHosts: ReadonlySet<string>): boolean {
  try {
    const { url, isAllowed } = checkAddress(endpoint, internalHosts);
    return url.href === endpoint && (isAllowed || (url.protocol === 'https:' && url.port === ''));
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}

function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

function unusable(field: string, problem: string): Failure {
  const fields = [{ field: `subscription.${field}`, problem, rule: 'not_an_option' }];
  return new Failure('invalid_input', `The body can't be used: ${problem}`, {
    details: { part: 'body', fields },
  });
}
