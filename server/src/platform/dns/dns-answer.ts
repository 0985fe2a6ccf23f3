import type { Answer, DecodedPacket } from 'dns-packet';
import type { DnsRecords, MxRecord, SrvRecord } from '../smtp/judge-protocol.ts';

/** The records of a name server, and their TTL in seconds. */
export type DnsAnswer = { records: DnsRecords; ttl: number };

/** Codes are those of node:dns; `ttl` says for how long a retry is pointless. */
export class DnsError extends Error {
  override name = 'DnsError';
  readonly code: string;
  readonly ttl: number;

  constructor(code: string, name: string, ttl = 0) {
    super(`${code} ${name}`);
    this.code = code;
    this.ttl = ttl;
  }
}

const LONGEST_CHAIN = 16;
const LONGEST_TTL = 0x7fffffff;

/**
 * Reads the records that were asked for. Only records of the name or of its aliases (CNAME) count: anything
 * else in the answer is ignored, to prevent cache poisoning.
 */
export function readAnswer(packet: DecodedPacket, name: string, type: string): DnsAnswer {
  const rcode = (packet as { rcode?: string }).rcode;
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') {
    throw new DnsError(rcode === 'REFUSED' ? 'EREFUSED' : 'ESERVFAIL', name);
  }
  const answers = packet.answers ?? [];
  let owner = name.toLowerCase();
  let ttl = LONGEST_TTL;
  for (let links = 0; type !== 'CNAME' && links < LONGEST_CHAIN; links += 1) {
    const alias = answers.find((answer) => answer.type === 'CNAME' && answer.name.toLowerCase() === owner);
    if (alias?.type !== 'CNAME') break;
    owner = alias.data.toLowerCase();
    ttl = Math.min(ttl, alias.ttl ?? 0);
  }
  const found = answers.filter((answer) => answer.type === type && answer.name.toLowerCase() === owner);
  if (found.length === 0) {
    throw new DnsError(
      rcode === 'NXDOMAIN' ? 'ENOTFOUND' : 'ENODATA',
      name,
      Math.min(ttl, absentFor(packet)),
    );
  }
  for (const answer of found) ttl = Math.min(ttl, ('ttl' in answer && answer.ttl) || 0);
  return { records: found.map(dataOf) as DnsRecords, ttl };
}

/** The negative TTL of a name (RFC 2308). */
function absentFor(packet: DecodedPacket): number {
  const soa = packet.authorities?.find((record) => record.type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) : 0;
}

/** As node:dns gives it. */
function dataOf(answer: Answer): string | string[] | MxRecord | SrvRecord {
  switch (answer.type) {
    case 'TXT': {
      const pieces = Array.isArray(answer.data) ? answer.data : [answer.data];
      return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.toString('latin1')));
    }
    case 'MX': {
      const { exchange, preference = 0 } = answer.data;
      return { exchange: exchange === '.' ? '' : exchange, priority: preference };
    }
    case 'SRV': {
      const { target, port, priority = 0, weight = 0 } = answer.data;
      return { name: target === '.' ? '' : target, port, priority, weight };
    }
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'PTR':
      return answer.data;
    default:
      throw new DnsError('EBADQUERY', answer.type);
  }
}
