import type { Clock } from '../../platform/clock.ts';
import type { DnsResolver } from '../../platform/smtp/judge-sender.ts';
import { type Finding, ok, warn } from './finding.ts';

type Answer = { records: unknown[] } | { missing: true } | { unreachable: string };

const NOTHING_THERE = ['ENOTFOUND', 'ENODATA', 'NXDOMAIN'];

/** Whether the world can send mail to a domain, and believe what comes from it. */
export async function checkDns(
  domain: string,
  resolver: DnsResolver,
  clock: Clock,
  timeLimitMs: number,
): Promise<Finding[]> {
  const ask = (name: string, type: string) => lookUp(resolver, clock, timeLimitMs, name, type);
  const [mx, txt, dmarc] = await Promise.all([
    ask(domain, 'MX'),
    ask(domain, 'TXT'),
    ask(`_dmarc.${domain}`, 'TXT'),
  ]);
  const subject = `DNS of ${domain}`;
  return [
    judge(subject, 'MX', mx, () => true, 'no mail finds its way here'),
    judge(subject, 'SPF', txt, startsWith('v=spf1'), 'others can not tell who may send in its name'),
    judge(subject, 'DMARC', dmarc, startsWith('v=DMARC1'), 'others do not know what to do with forged mail'),
  ];
}

function judge(
  subject: string,
  what: string,
  answer: Answer,
  fits: (record: unknown) => boolean,
  consequence: string,
): Finding {
  if ('unreachable' in answer) return warn(subject, `${what} could not be looked up: ${answer.unreachable}`);
  const found = 'records' in answer ? answer.records.filter(fits) : [];
  return found.length > 0
    ? ok(subject, `${what}: ${found.map(shown).join(', ')}`)
    : warn(subject, `no ${what} record: ${consequence}`);
}

function startsWith(beginning: string): (record: unknown) => boolean {
  return (record) => textOf(record).toLowerCase().startsWith(beginning.toLowerCase());
}

/** TXT records come in pieces. */
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
