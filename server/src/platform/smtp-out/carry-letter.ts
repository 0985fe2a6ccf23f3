import type { DnsResolver } from '../smtp/judge-sender.ts';
import { type HandOverOptions, handOver, type Letter, type RecipientResult } from './hand-over.ts';
import { findMailHosts, type MailHost, NoMailHostError } from './mail-hosts.ts';
import type { Relay } from './mail-route.ts';

/** How letters leave: by a relay, or to the recipient's own mail server. */
export type MailWay = {
  relay: Relay | null;
  /** Where other people's mail servers listen. */
  port: number;
  /** Our name, for EHLO. */
  name: string;
  resolver: DnsResolver;
  /** Of the addresses that DNS gives for other people's mail servers, those that may be connected to. */
  mayConnect(address: string): boolean;
  timeouts: HandOverOptions['timeouts'];
};

/** Brings a letter to the relay or to the servers of a domain, best first. Answers for every recipient, never rejects. */
export async function carryLetter(
  letter: Letter,
  domain: string,
  way: MailWay,
  signal: AbortSignal,
): Promise<RecipientResult[]> {
  const { relay, name, timeouts } = way;
  let hosts: MailHost[];
  try {
    hosts = relay
      ? [{ name: relay.host, address: relay.host }]
      : await findMailHosts(domain, { resolver: way.resolver, mayConnect: way.mayConnect });
  } catch (error) {
    if (!(error instanceof NoMailHostError)) throw error;
    const outcome = error.permanent ? 'permanent' : 'temporary';
    return letter.to.map((address) => ({ address, outcome, code: null, reply: error.message }));
  }
  const common = { name, timeouts, signal };
  const options = relay
    ? { ...common, port: relay.port, tls: relay.tls, auth: relay.auth }
    : { ...common, port: way.port, tls: 'opportunistic' as const, auth: null };
  let results: RecipientResult[] = [];
  for (const host of hosts) {
    results = await handOver(letter, { ...options, host });
    // Another server is worth asking only when this one was not there at all.
    if (signal.aborted || !results.every(isAway)) break;
  }
  return results;
}

/** Nothing was said about the letter: no connection, or none that lasted until the question. */
function isAway({ outcome, code }: RecipientResult): boolean {
  return outcome === 'temporary' && (code === null || code === 421);
}
