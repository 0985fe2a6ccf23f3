import { isIP } from 'node:net';
import type { TransmitOptions } from './transmit.ts';

/** A relay (smart host) that takes all mail for other domains. */
export type Relay = {
  host: string;
  port: number;
  tls: TransmitOptions['tls'];
  auth: { user: string; pass: string } | null;
};

const PORTS: Record<string, number> = { 'smtp:': 25, 'smtps:': 465 };

/**
 * Parses `smtp://user:pass@host:port` or `smtps://…`. The password is sent only to a relay with a valid
 * certificate, or on this machine; `?tls=never`, `opportunistic` or `verified` overrides that.
 */
export function readRelayUrl(text: string): Relay | null {
  const url = URL.parse(text);
  const port = url ? PORTS[url.protocol] : undefined;
  if (!url || port === undefined || url.hostname === '') return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const auth =
    url.username === ''
      ? null
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const tls = url.searchParams.get('tls');
  if (tls !== null && !isTlsMode(tls)) return null;
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    tls:
      url.protocol === 'smtps:'
        ? 'from-start'
        : (tls ?? (auth && !isHere(host) ? 'verified' : 'opportunistic')),
    auth,
  };
}

function isTlsMode(text: string): text is 'never' | 'opportunistic' | 'verified' {
  return ['never', 'opportunistic', 'verified'].includes(text);
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
