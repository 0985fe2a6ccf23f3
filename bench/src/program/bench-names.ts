import { setTimeout as sleep } from 'node:timers/promises';
import { type NameServer, NXDOMAIN, type Said, startNameServer } from '@bocau/server/test-kit/name-server.ts';
import { createSigningDomain } from '@bocau/server/test-kit/signed-mail.ts';

/** Typical latency of a name server in another country. */
const LATENCY_MS = 50;
const TTL_SECONDS = 300;

/** The sender domain of the delivered mail. */
export const SENDING_DOMAIN = 'company.example';
export const signing = createSigningDomain(SENDING_DOMAIN);

const TEXTS: Record<string, string[]> = {
  [SENDING_DOMAIN]: ['v=spf1 ip4:192.0.2.0/24 -all'],
  [`_dmarc.${SENDING_DOMAIN}`]: ['v=DMARC1; p=quarantine'],
  [signing.keyName]: signing.keyRecord,
};
const ABSENT: Said = {
  rcode: NXDOMAIN,
  authorities: [
    {
      type: 'SOA',
      name: 'example',
      ttl: TTL_SECONDS,
      data: { mname: 'ns', rname: 'root', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: TTL_SECONDS },
    },
  ],
};

/** The measured program's name server, whose answers and latency do not depend on the network. */
export function startBenchNames(): Promise<NameServer> {
  return startNameServer(async ({ type, name }) => {
    await sleep(LATENCY_MS);
    const data = type === 'TXT' ? TEXTS[name.toLowerCase()] : undefined;
    return data ? { answers: [{ type: 'TXT', name, ttl: TTL_SECONDS, data }] } : ABSENT;
  });
}
