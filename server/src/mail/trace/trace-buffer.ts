import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { MailEnvelope, MailRefusal } from '../../platform/smtp/mail-types.ts';
import type { Reply } from '../../platform/smtp/reply.ts';
import type { Db } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { insertTrace, type NewTraceRow } from './trace.store.ts';

const FLUSH_MS = 1_000;
const MOST_WAITING = 2_000;
/** Per network and minute, so that address guessing cannot fill the table. */
const MOST_OF_A_NETWORK = 60;
/** Across all networks and per minute, so that many networks together cannot either. */
const MOST_OF_ALL = 6_000;
const WINDOW_SECONDS = 60;

export type Refusal = {
  sender: string | null;
  recipient: string | null;
  protocol: string;
  address: string;
  code: number;
  said: string;
};

export type TraceBuffer = {
  /** Refusals have no transaction: they are written soon after, and lost when the process dies first. */
  refused(refusal: Refusal): void;
  close(): Promise<void>;
};

export function createTraceBuffer(deps: { db: Db; clock: Clock; log: Logger }): TraceBuffer {
  const { clock } = deps;
  let waiting: NewTraceRow[] = [];
  let window = 0;
  let counts = new Map<string, number>();
  let total = 0;
  let flushing: Promise<void> = Promise.resolve();
  let timer: { stop(): void } | null = null;

  function isTooMuch({ protocol, address }: Refusal, at: number): boolean {
    const current = Math.floor(at / WINDOW_SECONDS);
    if (current !== window) [window, counts, total] = [current, new Map(), 0];
    if (total >= MOST_OF_ALL || waiting.length >= MOST_WAITING) return true;
    if (protocol !== 'lmtp' && isTooMuchOf(address)) return true;
    total += 1;
    return false;
  }

  /** Over LMTP every client is the front mail server, whoever sent the message. */
  function isTooMuchOf(address: string): boolean {
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count > MOST_OF_A_NETWORK;
  }

  async function flush(): Promise<void> {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    try {
      await inTransaction(deps.db, (tx) => insertTrace(tx, rows));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ refusals: rows.length, reason }, 'trace of refusals lost');
    }
  }

  function flushSoon(): void {
    timer ??= clock.after(FLUSH_MS, () => {
      timer = null;
      flushing = flushing.then(flush);
    });
  }

  return {
    refused(refusal) {
      const at = unixSeconds(clock);
      if (isTooMuch(refusal, at)) return;
      const { sender, recipient, protocol, address, code, said } = refusal;
      waiting.push({ at, event: 'refused', sender, recipient, client: `${protocol} ${address}`, code, said });
      flushSoon();
    },
    async close() {
      timer?.stop();
      flushing = flushing.then(flush);
      await flushing;
    },
  };
}

/** Traces a refused command that names a sender or a recipient. Others are only logged. */
export function traceRefusedCommand(
  trace: TraceBuffer,
  protocol: string,
  { asked, client, from, code, reply }: MailRefusal,
): void {
  if (asked === null) return;
  const isSender = asked.as === 'sender';
  trace.refused({
    sender: foldAddress(isSender ? asked.address : from),
    recipient: isSender ? null : foldAddress(asked.address),
    protocol,
    address: client,
    code,
    said: reply,
  });
}

/** Traces the refusals among the replies to a message. */
export function traceRefusals<Recipient>(
  trace: TraceBuffer,
  { protocol, address }: { protocol: string; address: string },
  { from, recipients }: MailEnvelope<Recipient>,
  answers: Reply[],
): void {
  for (const [index, { address: recipient }] of recipients.entries()) {
    const answer = answers[index];
    if (!answer || answer.outcome === 'accepted') continue;
    const { code, status, text } = answer;
    trace.refused({
      sender: foldAddress(from),
      recipient: foldAddress(recipient),
      protocol,
      address,
      code,
      said: `${status} ${text}`,
    });
  }
}
