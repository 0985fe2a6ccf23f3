/** The thread in which mailauth parses hostile mail, so that only this thread bears the cost. */
import { PassThrough } from 'node:stream';
import { parentPort } from 'node:worker_threads';
// Must be imported before mailauth, which it modifies.
import './leave-out-bimi.ts';
import type { DNSResolver } from 'mailauth';
import { spf } from 'mailauth';
import { systemClock } from '../clock.ts';
import { authenticateMessage, type Question } from './authenticate-message.ts';
import type { DnsRecords, JudgeAnswer, JudgeQuestion, JudgeRequest } from './judge-protocol.ts';
import { rememberKeys } from './remember-keys.ts';
import { CHECK_RESULTS, type CheckResult, domainOf, type SenderVerdict } from './sender-verdict.ts';
import { createShortMemory, type Said } from './short-memory.ts';

const LONGEST_TEXT = 320;

const NOT_JUDGED: SenderVerdict['spf'] = { result: 'none', domain: null };

/** A message in memory is read directly: a stream around it would cost more than its bytes. */
type Input = PassThrough | Buffer;
type Lookup = { key: string; resolve(records: DnsRecords): void; reject(error: Error): void };

const inputs = new Map<number, PassThrough>();
const lookups = new Map<number, Lookup>();
const memory = createShortMemory(systemClock.now);
rememberKeys();
let lastLookup = 0;

parentPort?.on('message', (request: JudgeRequest) => {
  switch (request.kind) {
    case 'whole':
      void judge(request.job, request.question, Buffer.from(request.bytes.buffer));
      break;
    case 'begin':
      void judge(request.job, request.question, openInput(request.job));
      break;
    case 'chunk':
      take(request.job, request.bytes);
      break;
    case 'end':
      inputs.get(request.job)?.end();
      break;
    case 'drop':
      inputs.get(request.job)?.destroy(new Error('nobody waits for this message any more'));
      break;
    case 'dns':
      settle(request.lookup, { records: request.records });
      break;
    case 'dnsError':
      settle(request.lookup, { code: request.code });
      break;
  }
});

function say(answer: JudgeAnswer): void {
  parentPort?.postMessage(answer);
}

function take(job: number, bytes: Uint8Array<ArrayBuffer>): void {
  const input = inputs.get(job);
  if (!input || input.write(bytes)) say({ kind: 'took', job });
  else input.once('drain', () => say({ kind: 'took', job }));
}

function settle(lookup: number, said: Said): void {
  const waiting = lookups.get(lookup);
  if (!waiting) return;
  lookups.delete(lookup);
  memory.set(waiting.key, said);
  if ('records' in said) waiting.resolve(said.records);
  else waiting.reject(dnsError(said.code));
}

function dnsError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function openInput(job: number): PassThrough {
  const input = new PassThrough();
  // A message aborted half-way may have no reader to handle the error.
  input.on('error', () => undefined);
  inputs.set(job, input);
  return input;
}

async function judge(job: number, question: JudgeQuestion, input: Input): Promise<void> {
  const resolver = resolverFor(job);
  let verdict: SenderVerdict;
  let failure: string | null = null;
  try {
    verdict = await (question.spfOnly ? judgeSpf(question, resolver) : judgeAll(input, question, resolver));
  } catch (error) {
    // mailauth failed on the message. Log where, but not the error message, which may quote content.
    failure = error instanceof Error ? whereOf(error) : 'no error';
    verdict = await judgeSpf(question, resolver).catch(() => unreadable('permerror'));
  }
  inputs.delete(job);
  if (input instanceof PassThrough) input.destroy();
  say({ kind: 'verdict', job, verdict, failure });
}

/** Caches the DNS queries of a message. */
function resolverFor(job: number): DNSResolver {
  const asked = new Map<string, Promise<DnsRecords>>();
  return (name, type) => {
    const key = keyOf(name, type);
    const answer = asked.get(key) ?? recall(key) ?? ask(job, name, type);
    asked.set(key, answer);
    // mailauth's type omits the MX records that it queries.
    return answer as Promise<string[]>;
  };
}

function keyOf(name: string, type: string): string {
  return `${type} ${name.toLowerCase()}`;
}

function recall(key: string): Promise<DnsRecords> | undefined {
  const said = memory.get(key);
  if (!said) return undefined;
  return 'records' in said
    ? Promise.resolve(structuredClone(said.records))
    : Promise.reject(dnsError(said.code));
}

function ask(job: number, name: string, type: string): Promise<DnsRecords> {
  return new Promise((resolve, reject) => {
    const lookup = ++lastLookup;
    lookups.set(lookup, { key: keyOf(name, type), resolve, reject });
    say({ kind: 'lookup', job, lookup, name, type });
  });
}

async function judgeSpf(question: JudgeQuestion, resolver: DNSResolver): Promise<SenderVerdict> {
  if (question.remoteAddress === null) return { ...unreadable('permerror'), spf: NOT_JUDGED };
  const answer = await spf({ ...client(question), resolver, strict: true });
  return {
    ...unreadable('permerror'),
    spf: { result: checkResult(answer.status.result), domain: text(answer.domain) },
  };
}

async function judgeAll(
  input: Input,
  question: JudgeQuestion,
  resolver: DNSResolver,
): Promise<SenderVerdict> {
  // mailauth queries SPF after all signatures; prefetched now, its answers are there even when the keys come
  // late.
  const isJudged = question.remoteAddress !== null;
  const known = memory.get(keyOf(domainOf(question.mailFrom || question.helo), 'TXT')) !== undefined;
  const early =
    known || !isJudged ? null : spf({ ...client(question), resolver, strict: true }).catch(() => null);
  const options: Question = {
    ...client(question),
    resolver,
    // Strict RFC conformance: a signature that other verifiers refuse proves nothing here either.
    strict: true,
    // BIMI would fetch logos over HTTP.
    disableBimi: true,
  };
  const { spf: spfAnswer, dkim, dmarc, arc } = await authenticateMessage(input, options);
  await early;
  return {
    spf:
      spfAnswer && isJudged
        ? { result: checkResult(spfAnswer.status.result), domain: text(spfAnswer.domain) }
        : NOT_JUDGED,
    dkim: dkim.results
      .filter((one) => one.status.result !== 'none')
      .map((one) => ({
        result: checkResult(one.status.result),
        domain: text(one.signingDomain),
        selector: text(one.selector),
        aligned: Boolean(one.status.aligned),
      })),
    dmarc: dmarc
      ? {
          // Without SPF a signature can prove the author, but nothing can disprove it.
          result: isJudged || dmarc.status.result !== 'fail' ? checkResult(dmarc.status.result) : 'none',
          policy: dmarcPolicy(dmarc.policy),
          domain: text(dmarc.status.header?.from ?? dmarc.domain),
        }
      : { result: (dkim.headerFrom?.length ?? 0) > 1 ? 'permerror' : 'none', policy: null, domain: null },
    arc: { result: arc ? checkResult(arc.status.result) : 'none' },
  };
}

function whereOf(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}

/** Without an address mailauth ends SPF immediately, without DNS queries. */
function client(question: JudgeQuestion): { ip: string; helo: string; sender: string; mta: string } {
  return {
    ip: question.remoteAddress ?? '',
    helo: question.helo,
    sender: question.mailFrom,
    mta: question.authservId,
  };
}

function unreadable(result: CheckResult): SenderVerdict {
  return {
    spf: { result, domain: null },
    dkim: [],
    dmarc: { result, policy: null, domain: null },
    arc: { result },
  };
}

function checkResult(result: string | undefined): CheckResult {
  return CHECK_RESULTS.find((known) => known === result) ?? 'permerror';
}

function dmarcPolicy(policy: string | undefined): SenderVerdict['dmarc']['policy'] {
  return policy === 'none' || policy === 'quarantine' || policy === 'reject' ? policy : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : null;
}
