import type { Clock } from '../../platform/clock.ts';
import type { DnsResolver } from '../../platform/smtp/judge-sender.ts';
import { type Finding, ok, warn } from './finding.ts';

type Answer = { records: unknown[] } | { missing: true } | { unreachable: string };

/** `unreachable`: the reason when all look-ups of the domain failed the same way. */
export type DnsFindings = { findings: Finding[]; unreachable: string | null };

const NOTHING_THERE = ['ENOTFOUND', 'ENODATA', 'NXDOMAIN'];

/** Whether a domain can receive mail, and its mail can be authenticated. */
export async function checkDns(
  domain: string,
  resolver: DnsResolver,
  clock: Clock,
  timeLimitMs: number,
): Promise<DnsFindings> {
  const ask = (name: string, type: string) => lookUp(resolver, clock, timeLimitMs, name, type);
  const [mx, txt, dmarc] = await Promise.all([
    ask(domain, 'MX'),
    ask(domain, 'TXT'),
    ask(`_dmarc.${domain}`, 'TXT'),
  ]);
  const subject = `DNS of ${domain}`;
  const failed = unreachableByReason({ MX: mx, SPF: txt, DMARC: dmarc });
  const findings = [
    judge(subject, 'MX', mx, () => true, 'no mail finds its way here'),
    judge(subject, 'SPF', txt, startsWith('v=spf1'), 'others can not tell who may send in its name'),
    judge(subject, 'DMARC', dmarc, startsWith('v=DMARC1'), 'others do not know what to do with forged mail'),
  ].filter((finding) => finding !== null);
  if (failed.size > 0) findings.push(warn(subject, unreachableText(failed)));
  const [reason = null] = failed.keys();
  const isWhole = failed.size === 1 && findings.length === 1;
  return { findings, unreachable: isWhole ? reason : null };
}

function unreachableByReason(answers: Record<string, Answer>): Map<string, string[]> {
  const failed = new Map<string, string[]>();
  for (const [what, answer] of Object.entries(answers)) {
    if (!('unreachable' in answer)) continue;
    failed.set(answer.unreachable, [...(failed.get(answer.unreachable) ?? []), what]);
  }
  return failed;
}

function unreachableText(failed: Map<string, string[]>): string {
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
  return [...failed]
    .map(([reason, whats]) => `${list.format(whats)} could not be looked up: ${reason}`)
    .join('; ');
}

/** Null when the look-up failed. */
function judge(
  subject: string,
  what: string,
  answer: Answer,
  fits: (record: unknown) => boolean,
  consequence: string,
): Finding | null {
  if ('unreachable' in answer) return null;
  const found = 'records' in answer ? answer.records.filter(fits) : [];
  return found.length > 0
    ? ok(subject, `${what}: ${found.map(shown).join(', ')}`)
    : warn(subject, `no ${what} record: ${consequence}`);
}

function startsWith(beginning: string): (record: unknown) => boolean {
  return (record) => textOf(record).toLowerCase().startsWith(beginning.toLowerCase());
}

/** TXT records consist of several strings. */
function textOf(record: unknown): string {
  return Array.isArray(record) ? record.join('') : String(record);
}

function shown(record: unknown): string {
  if (typeof record === 'object' && record !== null && 'exchange' in record) return String(record.exchange);
  return textOf(record).slice(0, 100);
}

async function lookUp(
  resolver: DnsResolver,
  clock: Clock,
  timeLimitMs: number,
  name: string,
  type: string,
): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  const timer = clock.after(timeLimitMs, () =>
    late.resolve({ unreachable: `no answer within ${timeLimitMs / 1000} s` }),
  );
  const asked = resolver(name, type).then(
    (records): Answer => ({ records: records as unknown[] }),
    (error: NodeJS.ErrnoException): Answer =>
      NOTHING_THERE.includes(error.code ?? '')
        ? { missing: true }
        : { unreachable: error.code ?? error.message },
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    timer.stop();
  }
}
