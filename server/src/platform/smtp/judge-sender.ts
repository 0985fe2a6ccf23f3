import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { HeaderBlock } from './header-block.ts';
import type { DnsRecords, JudgeAnswer, JudgeRequest } from './judge-protocol.ts';
import type { MailLog } from './mail-types.ts';
import type { CheckResult, SenderVerdict } from './sender-verdict.ts';

/** Time for the verdict after DNS timed out; a message that needs more was made to be slow. */
const COMPUTING_MS = 3000;
/**
 * A thread loads mailauth before it takes anything; with a shorter limit, none would ever start on a busy
 * machine.
 */
const STARTING_MS = 30_000;
/**
 * Parsers are quadratic in a header block's length, and in its lines: mailauth moves all following lines for
 * each continuation line. RFC 6376 section 6.1 lets a verifier limit how many signatures it tries.
 */
export const JUDGED_HEADER = { bytes: 64 * 1024, lines: 2_000, signatures: 10 };
const PIECE_BYTES = 64 * 1024;

export type DnsResolver = (name: string, type: string) => Promise<DnsRecords>;

export type SenderEvidence = {
  /** Null when it is not the sender's: SPF is not evaluated then, and DMARC cannot fail. */
  remoteAddress: string | null;
  helo: string;
  /** '' for the null sender. */
  mailFrom: string;
  /** The raw message as received, without header fields of our own. */
  raw: Uint8Array | AsyncIterable<Uint8Array>;
};

export type SenderJudge = {
  /** Rejects only when `raw` does: every message gets a verdict. */
  judge(evidence: SenderEvidence): Promise<SenderVerdict>;
  close(): Promise<void>;
};

export type SenderJudgeOptions = {
  /** Our authserv-id, as in the Authentication-Results that we write. */
  authservId: string;
  /** Like node:dns resolve(): rejects with ENOTFOUND or ENODATA when there is nothing. */
  resolver: DnsResolver;
  clock: Clock;
  /** For all DNS queries of one message; what is missing then is a `temperror`. */
  timeLimitMs: number;
  log: MailLog;
};

type Job = {
  took: (() => void) | null;
  finish(verdict: SenderVerdict): void;
  /** The DNS time limit of this message has passed. */
  late: boolean;
  done: boolean;
  lookups: Set<number>;
};

/**
 * SPF, DKIM, DMARC and ARC by mailauth, in a thread of its own: hashing 40 MB takes half a second, a hostile
 * header block takes longer, and the event loop has other mail to serve. Nothing but DNS is fetched.
 */
export function createSenderJudge(options: SenderJudgeOptions): SenderJudge {
  const { resolver } = options;
  const jobs = new Map<number, Job>();
  let lastJob = 0;
  let worker: Worker | null = null;
  let started = false;
  let closed = false;

  function theWorker(): Worker {
    if (worker) return worker;
    const thread = new Worker(new URL('./judge-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    thread.unref();
    thread.on('message', (answer: JudgeAnswer) => {
      started = true;
      hear(thread, answer);
    });
    thread.on('error', (error) => options.log.error({ error }, 'sender check worker failed'));
    thread.on('exit', () => {
      if (worker !== thread) return;
      worker = null;
      for (const job of [...jobs.values()]) job.finish(unanswered('temperror'));
    });
    worker = thread;
    started = false;
    return thread;
  }

  function tell(request: JudgeRequest): void {
    const transfer = 'bytes' in request ? [request.bytes.buffer] : [];
    theWorker().postMessage(request, transfer);
  }

  function hear(from: Worker, answer: JudgeAnswer): void {
    const job = jobs.get(answer.job);
    if (answer.kind === 'took') job?.took?.();
    else if (answer.kind === 'lookup') lookUp(from, job, answer);
    else if (job) {
      if (answer.failure) options.log.warn({ failure: answer.failure }, 'sender check failed');
      job.finish(answer.verdict);
    }
  }

  function lookUp(from: Worker, job: Job | undefined, ask: Extract<JudgeAnswer, { kind: 'lookup' }>): void {
    const { lookup } = ask;
    if (!job || job.late) {
      from.postMessage({ kind: 'dnsError', lookup, code: 'ETIMEOUT' } satisfies JudgeRequest);
      return;
    }
    job.lookups.add(lookup);
    const reply = (request: JudgeRequest) => {
      if (job.lookups.delete(lookup) && worker === from) from.postMessage(request);
    };
    resolver(ask.name, ask.type).then(
      (records) => reply({ kind: 'dns', lookup, records }),
      (error: unknown) => reply({ kind: 'dnsError', lookup, code: errorCode(error) }),
    );
  }

  function stopLookups(job: Job): void {
    job.late = true;
    for (const lookup of job.lookups) tell({ kind: 'dnsError', lookup, code: 'ETIMEOUT' });
    job.lookups.clear();
  }

  async function judge(evidence: SenderEvidence): Promise<SenderVerdict> {
    if (closed) throw new Error('the sender judge is closed');
    const number = ++lastJob;
    const header = new HeaderBlock(JUDGED_HEADER);
    const { promise: answered, resolve } = Promise.withResolvers<SenderVerdict>();
    const job: Job = { took: null, late: false, done: false, lookups: new Set(), finish };
    function finish(verdict: SenderVerdict): void {
      job.done = true;
      job.took?.();
      resolve(verdict);
    }
    jobs.set(number, job);
    const timers: { stop(): void }[] = [];
    try {
      await transmit(number, job, header, evidence);
      timers.push(options.clock.after(options.timeLimitMs, () => stopLookups(job)));
      timers.push(options.clock.after(options.timeLimitMs + patienceMs(), giveUp));
      return await answered;
    } finally {
      for (const timer of timers) timer.stop();
      jobs.delete(number);
      if (!job.done) worker?.postMessage({ kind: 'drop', job: number } satisfies JudgeRequest);
    }
  }

  async function transmit(
    number: number,
    job: Job,
    header: HeaderBlock,
    evidence: SenderEvidence,
  ): Promise<void> {
    if (evidence.raw instanceof Uint8Array && evidence.raw.length <= PIECE_BYTES) {
      const bytes = Buffer.concat([header.take(evidence.raw), header.end()]);
      const asked = { ...question(evidence), spfOnly: header.tooLong };
      tell({ kind: 'whole', job: number, question: asked, bytes: new Uint8Array(bytes) });
      return;
    }
    let begun = false;
    async function pass(bytes: Uint8Array): Promise<void> {
      if (!begun) {
        begun = true;
        tell({ kind: 'begin', job: number, question: { ...question(evidence), spfOnly: header.tooLong } });
      }
      if (header.tooLong) return;
      for (let at = 0; at < bytes.length && !job.done; at += PIECE_BYTES) {
        await passPiece(number, job, bytes.subarray(at, at + PIECE_BYTES));
      }
    }
    const pieces = evidence.raw instanceof Uint8Array ? [evidence.raw] : evidence.raw;
    for await (const piece of pieces) {
      const ready = header.take(piece);
      if (header.decided && !job.done) await pass(ready);
      if (job.done && header.ended) break;
    }
    await pass(header.end());
    tell({ kind: 'end', job: number });
  }

  /** Backpressure: waits until the thread has room for more. */
  async function passPiece(number: number, job: Job, bytes: Uint8Array): Promise<void> {
    const { promise: took, resolve } = Promise.withResolvers<void>();
    job.took = resolve;
    const patience = options.clock.after(patienceMs(), giveUp);
    // A copy, because transferring the bytes moves their whole ArrayBuffer.
    tell({ kind: 'chunk', job: number, bytes: new Uint8Array(bytes) });
    await took;
    job.took = null;
    patience.stop();
  }

  function patienceMs(): number {
    return started ? COMPUTING_MS : STARTING_MS;
  }

  function giveUp(): void {
    options.log.warn({}, 'sender check timed out');
    void worker?.terminate();
  }

  function question(evidence: SenderEvidence) {
    return {
      remoteAddress: evidence.remoteAddress,
      helo: evidence.helo,
      mailFrom: evidence.mailFrom,
      authservId: options.authservId,
    };
  }

  return {
    judge,
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

function unanswered(result: CheckResult): SenderVerdict {
  return {
    spf: { result, domain: null },
    dkim: [],
    dmarc: { result, policy: null, domain: null },
    arc: { result },
  };
}

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : 'ESERVFAIL';
}
