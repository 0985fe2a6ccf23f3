import type { Clock } from '../clock.ts';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { findMailHosts, type MailHost, NoMailHostError } from './mail-hosts.ts';
import type { Relay } from './mail-route.ts';
import { type OutgoingMessage, type RecipientResult, type TransmitOptions, transmit } from './transmit.ts';

/** Outbound transport: a relay, or the recipient's own mail server. */
export type OutboundTransport = {
  relay: Relay | null;
  /** The port of other mail servers. */
  port: number;
  /** Our host name for EHLO. */
  name: string;
  resolver: DnsResolver;
  /** Which of the addresses that DNS returns for other mail servers may be connected to. */
  mayConnect(address: string): boolean;
  clock: Clock;
  timeouts: TransmitOptions['timeouts'];
};

/** Limits the conversations with each mail server: a semaphore and a circuit breaker. */
export type HostGate = {
  /**
   * Waits for a slot with the server at this address; returns the time until which its circuit breaker is
   * open instead.
   */
  enter(address: string): Promise<HostPass | { closedUntil: number }>;
};

export type HostPass = {
  /** Releases the slot; null when nothing was learned about the server. */
  leave(heard: 'answered' | 'silent' | null): Promise<void>;
};

/** The recipients of this attempt; the message itself is opened once a server that it can go to is known. */
export type TakenMessage = { to: string[]; open(): Promise<OutgoingMessage> };

export type RemoteDelivery = { results: RecipientResult[] } | { closedUntil: number; host: string } | null;

/**
 * Delivers a message to the relay or the domain's servers, best first; the message is loaded when it gets a
 * slot with one of them. One result per recipient; null when the message is gone, or the time until which all
 * the servers' circuit breakers are open.
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
