import type { BlobKey, BlobStore } from '../../platform/blobs/blob-store.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import { indexFileTexts, readFileWords } from '../file-texts/file-words.ts';
import { type FileTextDeps, readFileTexts } from '../file-texts/read-file-texts.ts';
import { enqueueInvoiceFiles } from '../invoice-files/enqueue-invoice-files.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import {
  type Body,
  writeBodies,
  writeNewsletters,
  writeSnippets,
  writeWords,
} from '../messages/derived-columns.store.ts';
import { draftText } from '../messages/draft-text.ts';
import { parseStructures } from '../messages/fill-structures.ts';
import { holdAttachments } from '../messages/held-attachments.store.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import { newsletterOf } from '../messages/newsletter-of.ts';
import { writeStructures } from '../messages/structures.store.ts';
import { searchVector } from '../search-index/search-vector.ts';
import { DERIVED_VERSIONS, type Derived } from './derived-versions.ts';
import {
  type MessageSource,
  type PageMessage,
  readFileNames,
  readPage,
  readSources,
  readWalk,
  type Walk,
  writeWalk,
} from './rebuild.store.ts';
import { findInSources } from './rebuild-attachments.ts';
import { rebuildCards } from './rebuild-cards.ts';
import { fileSources, rewriteSources } from './rebuild-sources.ts';
import { rebuildStates } from './rebuild-states.ts';

export type RebuildDeps = ChangeDeps & FileTextDeps & { blobs: BlobStore; parser: MailParser };

export type RebuildOptions = {
  /** Also walks through a mailbox that is at the current version. */
  again?: boolean;
  /** Called after each step, with its number of messages and duration in milliseconds. */
  afterStep?(messages: number, tookMs: number): Promise<void>;
  signal?: AbortSignal;
  versions?: Record<Derived, number>;
};

/** Messages per transaction, which blocks all other changes of the mailbox. */
const MESSAGES_A_STEP = 100;
/** Derived from the text of a message. */
const READS_TEXTS: readonly Derived[] = ['bodies', 'snippets', 'words'];
/** Computed before the lock is taken, and written as a whole. */
const READ_BEFORE: readonly Derived[] = ['sources', 'attachments', 'structures'];

/** The text of a message, as lists show it and the search finds it. */
type Text = { snippet: string; searchText: string; mail?: ParsedMail };

/**
 * Rebuilds (reindexes) data derived from a mailbox's messages, newest first, in small transactions, so that
 * lists and search stay available. Progress is stored with each step, so an interrupted rebuild resumes.
 */
export async function rebuildMailbox(
  deps: RebuildDeps,
  mailboxId: number,
  what: Derived,
  options: RebuildOptions = {},
): Promise<void> {
  const { again = false, afterStep, signal, versions = DERIVED_VERSIONS } = options;
  let walk = beginWalk(await readWalk(deps.db, mailboxId, what), versions[what], again);
  if (what === 'states' && !walk.finished) {
    await rebuildStates(deps, mailboxId, walk, options);
    return;
  }
  while (!walk.finished) {
    signal?.throwIfAborted();
    const began = deps.clock.now();
    const page = await readPage(deps.db, mailboxId, walk.reached, MESSAGES_A_STEP);
    const rewritten = what === 'sources' ? await rewriteSources(deps.blobs, page) : [];
    const found = what === 'attachments' ? await findInSources(deps, mailboxId, page) : [];
    const structures = what === 'structures' ? await parseStructures(deps.parser, page) : [];
    const texts = READS_TEXTS.includes(what) ? await readTexts(deps, page) : new Map();
    if (what === 'files') await readDocuments(deps, mailboxId, page, signal);
    const last = page.at(-1);
    const finished = page.length < MESSAGES_A_STEP;
    walk = { ...walk, finished, reached: finished || !last ? null : { at: last.at, id: last.id } };
    await changeMailbox(deps, mailboxId, async (change) => {
      await fileSources(change, rewritten);
      await holdAttachments(change.tx, mailboxId, found, change.now);
      await writeStructures(change.tx, mailboxId, structures);
      if (page.length > 0 && !READ_BEFORE.includes(what)) await rebuildPage(change, what, page, texts);
      await writeWalk(change.tx, mailboxId, what, walk);
    });
    await afterStep?.(page.length, deps.clock.now() - began);
  }
}

function beginWalk(known: Walk, version: number, again: boolean): Walk {
  // Made by a newer release, which this one must not overwrite.
  if (known.version > version) return { ...known, finished: true };
  if (known.version === version && !(known.finished && again)) return known;
  return { version, reached: null, finished: false };
}

/** Needs no lock either, and what was read stays stored if the walk ends here. */
function readDocuments(
  deps: RebuildDeps,
  mailboxId: number,
  page: PageMessage[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const run = { signal: signal ?? new AbortController().signal, lastAttempt: false };
  return readFileTexts(
    deps,
    mailboxId,
    page.map(({ id }) => id),
    run,
  );
}

/** Parsing mail takes longest, and needs no lock: blobs are immutable. */
async function readTexts(deps: RebuildDeps, page: PageMessage[]): Promise<Map<string, Text>> {
  const texts = new Map<string, Text>();
  await Promise.all(
    page.map(async ({ blob, size }) => {
      if (blob === null) return;
      try {
        const mail = await deps.parser.parse(blob as BlobKey, size);
        texts.set(blob, { snippet: mail.snippet, searchText: mail.searchText, mail });
      } catch (error) {
        // Its stored text is used; the doctor reports the lost blob.
        if (!(error instanceof BlobMissingError)) throw error;
      }
    }),
  );
  return texts;
}

async function rebuildPage(
  change: MailboxChange,
  what: Derived,
  page: PageMessage[],
  texts: Map<string, Text>,
): Promise<void> {
  if (what === 'cards') {
    await rebuildCards(change, [...new Set(page.map((message) => message.thread_id))]);
    return;
  }
  const { tx, mailboxId } = change;
  const ids = page.map(({ id }) => id);
  if (what === 'invoices') {
    enqueueInvoiceFiles(change, await readFileNames(tx, mailboxId, ids));
    return;
  }
  if (what === 'files') {
    await indexFileTexts(tx, mailboxId, ids);
    return;
  }
  // Read again under the lock: a message may just have been saved, sent or removed.
  const sources = await readSources(tx, mailboxId, ids);
  if (what === 'newsletters') {
    const rows = sources.map((source) => ({ id: source.id, newsletter: newsletterOf(source) }));
    await writeNewsletters(tx, mailboxId, rows);
    return;
  }
  const known = sources.flatMap((source) => {
    const text = textOf(source, texts);
    return text ? [{ source, text }] : [];
  });
  if (what === 'bodies') {
    await writeBodies(tx, mailboxId, known.flatMap(bodyOf));
    return;
  }
  if (what === 'words') {
    const ofFiles = await readFileWords(tx, mailboxId, ids);
    const rows = known.map(({ source, text }) => ({
      id: source.id,
      words: `${wordsOf(mailboxId, source, text)} ${ofFiles.get(source.id) ?? ''}`,
    }));
    await writeWords(tx, mailboxId, rows);
    return;
  }
  const other = known.filter(({ source, text }) => source.snippet !== text.snippet);
  if (other.length === 0) return;
  await writeSnippets(
    tx,
    mailboxId,
    other.map(({ source, text }) => ({ id: source.id, snippet: text.snippet })),
  );
  change.markThreadsDirty(other.map(({ source }) => source.thread_id));
}

/** Undefined when this program has just written it. */
function textOf(source: MessageSource, texts: Map<string, Text>): Text | undefined {
  if (source.blob !== null) return texts.get(source.blob);
  return source.draft_body === null ? undefined : draftText(source.draft_body, source.quote_words ?? '');
}

function bodyOf({ source, text }: { source: MessageSource; text: Text }): Body[] {
  if (!source.received || !text.mail || source.blob === null) return [];
  const kept = { blob: source.blob };
  const { body, bodyIsHtml, bodyClipped } = messageFromParsed(text.mail, source.received_at, kept);
  return [{ id: source.id, body, is_html: bodyIsHtml, clipped: bodyClipped }];
}

function wordsOf(mailboxId: number, source: MessageSource, text: Text): string {
  const { to, cc, bcc } = source.headers;
  return searchVector({
    mailboxId,
    receivedAt: source.received_at,
    subject: source.subject,
    from: source.sender,
    recipients: [...to, ...cc, ...bcc],
    attachmentNames: source.attachment_names,
    text: text.searchText,
  });
}
