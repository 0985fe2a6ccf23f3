import { getServers } from 'node:dns';
import { isIP } from 'node:net';

export type DnsServer = { address: string; port: number };

const DNS_PORT = 53;

/** Parses `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`; null for anything else. */
export function readDnsServer(text: string): DnsServer | null {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = inBrackets ?? plain ?? '';
  if (isIP(address) !== (inBrackets === undefined ? 4 : 6) || Number(port) > 65_535) return null;
  return { address, port: Number(port) };
}

/** The name servers configured on this machine. */
export function systemServers(): DnsServer[] {
  return getServers().flatMap((server) => readDnsServer(server) ?? []);
}
