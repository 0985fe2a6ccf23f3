import type { DnsResolver } from '../platform/smtp/judge-sender.ts';

/** A DNS with these TXT records, by name, and nothing else. */
export function txtRecords(records: Record<string, string>): DnsResolver {
  return async (name, type) => {
    const found = type === 'TXT' ? records[name] : undefined;
    if (found === undefined) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    return [[found]];
  };
}

/** SPF of a domain whose mail may come from this machine. */
export const SPF_FROM_HERE = 'v=spf1 ip4:127.0.0.1 -all';
