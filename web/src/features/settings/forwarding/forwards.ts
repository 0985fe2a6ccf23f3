import { isValidAddress } from '@bocau/contract/address.ts';
import type { Rule } from '@bocau/contract/rules.ts';

export type Forward = { id: string; address: string; active: boolean; verified: boolean };

/** The forwarding rules, with their addresses. */
export function forwardsOf(rules: readonly Rule[]): Forward[] {
  return rules.flatMap(({ id, is_enable, sieve_json, verify }) => {
    const { type, email } = JSON.parse(sieve_json) as { type?: unknown; email?: unknown };
    if (type !== 'autofw' || typeof email !== 'string') return [];
    return [{ id, address: email, active: is_enable && verify, verified: verify }];
  });
}

export type AddressFault = 'missing' | 'invalid' | 'own' | 'known';

/** FW-2: why mail can't be forwarded to this address; null where it can. */
export function addressFault(
  typed: string,
  forwards: readonly Forward[],
  own: ReadonlySet<string>,
): AddressFault | null {
  const address = typed.trim().normalize('NFC').toLowerCase();
  if (address === '') return 'missing';
  if (!isValidAddress(address)) return 'invalid';
  if (own.has(address) || own.has(address.replace(/\+[^@]*@/, '@'))) return 'own';
  return forwards.some((forward) => forward.address === address) ? 'known' : null;
}
