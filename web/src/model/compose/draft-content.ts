import type { DraftInput } from '@bocau/contract/drafts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { File as MailFile, Message } from '@bocau/contract/messages.ts';
import type { ComposeFile, ComposeWindow } from './compose-model.ts';
import type { ContentPatch, Initial, OpenWindow } from './open-window.ts';
import {
  countImages,
  hasWords,
  inlineFileIds,
  linksOf,
  renameInlineFiles,
  textOf,
  withoutSignature,
} from './own-words.ts';
import { recipientOf } from './recipient-text.ts';

/** The draft as it should be on the server. */
export function draftInputOf(view: ComposeWindow): DraftInput {
  const people = (field: 'to' | 'cc' | 'bcc') => view[field].map(({ name, email }) => ({ name, email }));
  return {
    ...(view.from === '' ? {} : { from: view.from }),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    subject: view.subject.slice(0, LIMITS.subjectLength),
    body: view.body,
    quoted: view.quoted,
    files: carriedFiles(view).map(({ id }) => id),
    tracking: view.tracking,
    important: view.important,
    receipt: view.receipt,
    // A window that was kept by an older release has none.
    follow_up: view.followUp ?? null,
  };
}

/** The files to send: uploaded ones, and only those inline images that are still in the text. */
export function carriedFiles(
  view: Pick<ComposeWindow, 'body' | 'attachmentFiles'>,
): (ComposeFile & { id: string })[] {
  const inText = inlineFileIds(view.body);
  return view.attachmentFiles.filter(
    (file): file is ComposeFile & { id: string } =>
      file.id !== null && file.uploadState === 'uploaded' && (!file.inlineImage || inText.has(file.id)),
  );
}

/** DR-2: signature, quote and prefilled fields do not count as content. */
export function hasContent({ view, initial }: Pick<OpenWindow, 'view' | 'initial'>): boolean {
  const known = new Set(initial.recipients);
  if ([...view.to, ...view.cc, ...view.bcc].some(({ email }) => !known.has(email.toLowerCase()))) return true;
  if (view.subject.trim() !== '' && view.subject !== initial.subject) return true;
  if (carriedFiles(view).some(({ key }) => !initial.files.includes(key))) return true;
  return hasWords(view.body) && wordsOf(view.body) !== wordsOf(initial.body);
}

export function initialOf(view: ComposeWindow): Initial {
  return {
    recipients: [...view.to, ...view.cc, ...view.bcc].map(({ email }) => email.toLowerCase()),
    subject: view.subject,
    body: view.body,
    files: view.attachmentFiles.map(({ key }) => key),
  };
}

function wordsOf(html: string): string {
  const own = withoutSignature(html);
  return `${textOf(own)} ${countImages(own)}`;
}

export function composeFileOf(file: MailFile): ComposeFile {
  return {
    key: file.id,
    id: file.id,
    name: file.name,
    size: file.size,
    content_type: file.content_type,
    inlineImage: file.inlineImage,
    uploadState: 'uploaded',
    uploadedPercent: 100,
    has_virus: file.has_virus,
    message: file.message,
    canRetry: false,
  };
}

/** The window content of a draft from the server. */
export function contentOf(message: Message): Required<ContentPatch> {
  return {
    from: message.from.email,
    to: message.to.map(recipientOf),
    cc: message.cc.map(recipientOf),
    bcc: message.bcc.map(recipientOf),
    subject: message.subject,
    body: message.body ?? '',
    quoted: message.draft?.quoted ?? false,
    tracking: message.draft?.tracking ?? message.tracking !== null,
    important: message.important,
    receipt: message.receipt !== null,
    followUp: message.draft?.follow_up ?? null,
    attachmentFiles: message.files.map(composeFileOf),
  };
}

/** Takes over the new ids of files that the server copied. */
export function withServerFiles(view: ComposeWindow, message: Message): ContentPatch {
  const kept = new Set(message.files.map(({ id }) => id));
  const copies = message.files.filter(({ id }) => !view.attachmentFiles.some((file) => file.id === id));
  const renamed = new Map<string, string>();
  for (const file of carriedFiles(view)) {
    if (kept.has(file.id)) continue;
    const at = copies.findIndex((copy) => copy.name === file.name && copy.size === file.size);
    const [copy] = at < 0 ? [] : copies.splice(at, 1);
    if (copy) renamed.set(file.id, copy.id);
  }
  if (renamed.size === 0) return {};
  return {
    body: renameInlineFiles(view.body, renamed),
    attachmentFiles: view.attachmentFiles.map((file) => ({
      ...file,
      id: (file.id === null ? undefined : renamed.get(file.id)) ?? file.id,
    })),
  };
}

/**
 * Two drafts with the same words, recipients, links and files have the same fingerprint, however the server
 * has sanitized their HTML. It tells whether the newer draft of a conflict is this window's own save.
 */
export function fingerprintOf(content: Required<ContentPatch>): string {
  const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email.toLowerCase());
  return hash(
    JSON.stringify([
      emails(content.to),
      emails(content.cc),
      emails(content.bcc),
      content.subject.slice(0, LIMITS.subjectLength).replace(/\s+/g, ' ').trim(),
      textOf(content.body),
      countImages(content.body),
      linksOf(content.body),
      content.quoted,
      content.tracking,
      content.important,
      content.receipt,
      content.followUp ?? null,
      // Images that appear only in the quote or the signature belong to the server.
      carriedFiles({ ...content, body: withoutSignature(content.body) })
        .map(({ size }) => size)
        .toSorted((one, other) => one - other),
    ]),
  );
}

/** 64 bits from two rounds of FNV-1a: enough to tell apart the few states of one draft. */
function hash(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ (unit + at), 0x85ebca6b);
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}-${text.length}`;
}
