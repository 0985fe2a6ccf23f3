import { LIMITS } from '@bocau/contract/limits.ts';
import type { SpamSymbol } from '@bocau/contract/sending.ts';
import { composeMail, senderDomain } from '../../mail/outbox/compose-mail.ts';
import type { OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { readOutgoing, recipientsOf } from '../../mail/outbox/read-outgoing.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { RspamdSymbol } from '../../platform/rspamd/check-message.ts';
import type { ReadDb } from '../../tables.ts';
import { scoreMessage } from './score-message.ts';
import { isWorthAsking } from './worth-asking.ts';

/** Sends a raw message to rspamd. */
export type AskRspamd = (
  raw: Buffer,
  envelope: { from: string; recipients: string[] },
) => Promise<RspamdSymbol[]>;

export type SpamCheckDeps = {
  db: ReadDb;
  blobs: BlobStore;
  clock: Clock;
  log: Logger;
  /** Null when none is configured: then our own scorer is used. */
  askRspamd: AskRspamd | null;
};

const CHARACTERS_READ = 200_000;
/** A filter checks the text; anything larger is attachments. */
const BYTES_ASKED = 2 * 1024 * 1024;
/** rspamd's symbols about the subject, recognised by their names. */
const ABOUT_SUBJECT = /subj/i;
/** rspamd reports this for every Vietnamese message. */
const MIXED_ALPHABETS = 'R_MIXED_CHARSET';

/** The findings that make a draft look like spam to its recipients. */
export async function checkDraft(
  deps: SpamCheckDeps,
  mailboxId: number,
  messageId: string,
): Promise<{ symbols: SpamSymbol[]; asks: boolean }> {
  const outgoing = await readOutgoing(deps.db, mailboxId, messageId);
  if (!outgoing) throw new Failure('message_not_found', 'Message not found');
  if (!outgoing.draft) throw new Failure('not_a_draft', 'This message is not a draft');
  const recipients = recipientsOf(outgoing).map(({ email }) => email.toLowerCase());
  const symbols =
    deps.askRspamd === null
      ? scoreMessage({ ...scored(outgoing), recipients })
      : await askedSymbols(deps, deps.askRspamd, outgoing, recipients);
  const inside = `@${senderDomain(outgoing).toLowerCase()}`;
  return { symbols, asks: isWorthAsking(symbols, !recipients.every((email) => email.endsWith(inside))) };
}

async function askedSymbols(
  deps: SpamCheckDeps,
  askRspamd: AskRspamd,
  outgoing: OutgoingMessage,
  recipients: string[],
): Promise<SpamSymbol[]> {
  try {
    const symbols = await askRspamd(await source(deps, outgoing), {
      from: outgoing.sender.email,
      recipients,
    });
    return symbols.filter(({ name, score }) => score > 0 && name !== MIXED_ALPHABETS).map(symbolView);
  } catch (error) {
    deps.log.warn({ reason: (error as Error).message }, 'spam check failed: rspamd unavailable');
    throw new Failure('service_unavailable', 'The spam check is temporarily unavailable');
  }
}

function scored(outgoing: OutgoingMessage) {
  const { ownWords, bodyIsHtml, subject } = outgoing;
  const words = clip(ownWords, LIMITS.maxBodySize);
  const text = bodyIsHtml ? htmlToText(words, CHARACTERS_READ) : clip(words, CHARACTERS_READ);
  return { subject, text };
}

async function source(deps: SpamCheckDeps, draft: OutgoingMessage): Promise<Buffer> {
  // Quoted text is not the writer's; and text beyond the limit is not sent, so it need not be checked.
  const outgoing = { ...draft, body: clip(draft.ownWords, LIMITS.maxBodySize) };
  const messageId = `check-${outgoing.id}@${senderDomain(outgoing)}`;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of composeMail(outgoing, { messageId, date: unixSeconds(deps.clock) }, deps.blobs)) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= BYTES_ASKED) break;
  }
  return Buffer.concat(chunks).subarray(0, BYTES_ASKED);
}

function symbolView({ name, score, description }: RspamdSymbol): SpamSymbol {
  return {
    name,
    description,
    score: Math.round(score * 10) / 10,
    type: ABOUT_SUBJECT.test(name) ? 'subject' : 'body',
  };
}
