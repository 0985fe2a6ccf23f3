import type { Clock } from '../clock.ts';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { findMailHosts, type MailHost, NoMailHostError } from './mail-hosts.ts';
import type { Relay } from './mail-route.ts';
import { type OutgoingMessage, type RecipientResult, type TransmitOptions, transmit } from './transmit.ts';

/** Outbound transport: a relay, or the recipient's own mail server. */
export type OutboundTransport = {
  relay: Relay | null;
  /** Where other people's mail servers listen. */
  port: number;
  /** Our name, for EHLO. */
  name: string;
  resolver: DnsResolver;
  /** Which of the addresses that DNS gives for other mail servers may be connected to. */
  mayConnect(address: string): boolean;
  clock: Clock;
  timeouts: TransmitOptions['timeouts'];
};

/** Who may speak with another mail server, and when. */
export type HostGate = {
  /** Waits for a turn with the server at this address; answers until when it is left alone after a silence. */
  enter(address: string): Promise<HostPass | { closedUntil: number }>;
};

export type HostPass = {
  /** Gives the turn back; null when nothing was learned of the server. */
  leave(heard: 'answered' | 'silent' | null): Promise<void>;
};

/** The recipients whose try this is; the message itself is opened once a server is known that it can go to. */
export type TakenMessage = { to: string[]; open(): Promise<OutgoingMessage> };

export type RemoteDelivery = { results: RecipientResult[] } | { closedUntil: number; host: string } | null;

/**
 * Delivers a message to the relay or the domain's servers, best first; the message is asked for when it is its turn
 * with one of them. One result per recipient; null where there is no message any more, or until when all the servers
 * are left alone.
 */
export async function deliverRemote(
  take: () => Promise<TakenMessage | null>,
  domain: string,
  way: OutboundTransport,
  gate: HostGate,
  signal: AbortSignal,
): Promise<RemoteDelivery> {
  let hosts: MailHost[];
  try {
    hosts = await findHosts(domain, way);
  } catch (error) {
    if (!(error instanceof NoMailHostError)) throw error;
    const outcome = error.permanent ? 'permanent' : 'temporary';
    const taken = await take();
    return (
      taken && {
        results: taken.to.map((address) => ({ address, outcome, code: null, reply: error.message })),
      }
    );
  }
  let outgoing: OutgoingMessage | null = null;
  let results: RecipientResult[] | null = null;
  let closed: { closedUntil: number; host: string } | null = null;
  for (const host of hosts) {
    const pass = await gate.enter(host.address);
    if ('closedUntil' in pass) {
      if (closed === null || pass.closedUntil < closed.closedUntil) closed = { ...pass, host: host.name };
      continue;
    }
    let heard: 'answered' | 'silent' | null = null;
    try {
      if (outgoing === null) {
        const taken = await take();
        if (taken === null) return null;
        outgoing = await taken.open();
      }
      results = await transmit(outgoing, { ...optionsFor(way, signal), host });
      if (!signal.aborted) heard = results.some(({ silent }) => silent) ? 'silent' : 'answered';
    } finally {
      await pass.leave(heard);
    }
    // Fall back to the next server only when this one could not be reached at all.
    if (signal.aborted || !results.every(isAway)) break;
  }
  return results ? { results } : closed;
}

async function findHosts(domain: string, { relay, resolver, mayConnect }: OutboundTransport) {
  return relay
    ? [{ name: relay.host, address: relay.host }]
    : await findMailHosts(domain, { resolver, mayConnect });
}

function optionsFor(way: OutboundTransport, signal: AbortSignal): Omit<TransmitOptions, 'host'> {
  const { relay, name, port, clock, timeouts } = way;
  const common = { name, clock, timeouts, signal };
  return relay
    ? { ...common, port: relay.port, tls: relay.tls, auth: relay.auth }
    : { ...common, port, tls: 'opportunistic', auth: null };
}

/** The server said nothing about the message: no connection, or it broke before MAIL FROM. */
function isAway({ outcome, code }: RecipientResult): boolean {
  return outcome === 'temporary' && (code === null || code === 421);
}
