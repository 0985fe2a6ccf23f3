import type { Clock } from '../../platform/clock.ts';
import type { DnsResolver } from '../../platform/smtp/judge-sender.ts';
import { checkDns } from './check-dns.ts';
import { type Finding, warn } from './finding.ts';

const DNS_TIME_MS = 5_000;
/** This many consecutive equal failures are the name server's fault: each more would cost the time limit. */
const UNREACHABLE_IN_A_ROW = 3;

type Asked = { name: string; unreachable: string | null; findings: Finding[] };

export async function checkDomains(
  names: string[],
  { resolver, clock }: { resolver: DnsResolver; clock: Clock },
): Promise<Finding[]> {
  if (names.length === 0) return [warn('domains', "there is none yet; 'domain add NAME' adds one")];
  const asked: Asked[] = [];
  for (const name of names) {
    asked.push({ name, ...(await checkDns(name, resolver, clock, DNS_TIME_MS)) });
    const last = asked.slice(-UNREACHABLE_IN_A_ROW);
    const reason = commonReason(last);
    if (reason === null) continue;
    const before = asked.slice(0, -UNREACHABLE_IN_A_ROW).flatMap(({ findings }) => findings);
    return [...before, unreachableFinding(last, reason, names.length - asked.length)];
  }
  return asked.flatMap(({ findings }) => findings);
}

function commonReason(last: Asked[]): string | null {
  const reason = last[0]?.unreachable ?? null;
  const isCommon =
    last.length === UNREACHABLE_IN_A_ROW && last.every(({ unreachable }) => unreachable === reason);
  return isCommon ? reason : null;
}

function unreachableFinding(last: Asked[], reason: string, left: number): Finding {
  const names = last.map(({ name }) => name).join(', ');
  const notAsked = left > 0 ? `; ${left} more were not asked` : '';
  return warn('DNS', `${names} could not be looked up: ${reason}${notAsked}`);
}
