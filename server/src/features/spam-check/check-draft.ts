import { LIMITS } from '@bocau/contract/limits.ts';
import type { SpamSymbol } from '@bocau/contract/sending.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { RspamdSymbol } from '../../platform/rspamd/check-letter.ts';
import type { Db } from '../../tables.ts';
import { composeMail, senderDomain } from '../sending/compose-mail.ts';
import { type Letter, readLetter, recipientsOf } from '../sending/read-letter.ts';
import { scoreLetter } from './score-letter.ts';

/** Asks rspamd about a raw message. */
export type AskRspamd = (
  raw: Buffer,
  envelope: { from: string; recipients: string[] },
) => Promise<RspamdSymbol[]>;

export type SpamCheckDeps = {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  log: Logger;
  /** Null where none is configured: then our own scorer looks. */
  askRspamd: AskRspamd | null;
};

const CHARACTERS_READ = 200_000;
/** A filter looks at the text; what is larger than this is files. */
const BYTES_ASKED = 2 * 1024 * 1024;
/** Of rspamd's symbols those about the subject; it says no more of them than their names. */
const ABOUT_SUBJECT = /subj/i;
/** What rspamd takes every letter in Vietnamese for. */
const MIXED_ALPHABETS = 'R_MIXED_CHARSET';

/** What makes a draft look like spam to whoever receives it. */
export async function checkDraft(
  deps: SpamCheckDeps,
  mailboxId: number,
  messageId: string,
): Promise<SpamSymbol[]> {
  const letter = await readLetter(deps.db, mailboxId, messageId);
  if (!letter) throw new Failure('message_not_found', 'There is no such message');
  if (!letter.draft) throw new Failure('not_a_draft', 'This message is no draft');
  if (deps.askRspamd === null) return scoreLetter(scored(letter));
  try {
    const recipients = recipientsOf(letter).map(({ email }) => email);
    const symbols = await deps.askRspamd(await source(deps, letter), {
      from: letter.sender.email,
      recipients,
    });
    return symbols.filter(({ name, score }) => score > 0 && name !== MIXED_ALPHABETS).map(symbolView);
  } catch (error) {
    deps.log.warn({ reason: (error as Error).message }, 'rspamd could not be asked');
    throw new Failure('service_unavailable', 'The spam check can not be done at the moment');
  }
}

function scored(letter: Letter) {
  const { ownWords, bodyIsHtml, subject } = letter;
  const words = clip(ownWords, LIMITS.maxBodySize);
  const text = bodyIsHtml ? htmlToText(words, CHARACTERS_READ) : clip(words, CHARACTERS_READ);
  return { subject, text, recipients: recipientsOf(letter).map(({ email }) => email) };
}

async function source(deps: SpamCheckDeps, draft: Letter): Promise<Buffer> {
  // What is longer is not sent, so nobody needs to judge it.
  const letter = { ...draft, body: clip(draft.body, LIMITS.maxBodySize) };
  const messageId = `check-${letter.id}@${senderDomain(letter)}`;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of composeMail(letter, { messageId, date: unixSeconds(deps.clock) }, deps.blobs)) {
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
