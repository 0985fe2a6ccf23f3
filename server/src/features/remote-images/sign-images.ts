import { LIMITS } from '@bocau/contract/limits.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import type { Grant, ImageSigner } from './image-signer.ts';
import { readNamedFiles } from './remote-images.store.ts';

type SignedImage = { url: string; src: string | null };

/**
 * The URL of each image of a message; null for an invalid URL, or one that references no file of the message.
 */
export async function signImages(
  deps: { db: ReadDb; signer: ImageSigner },
  { mailbox: mailboxId, session }: Pick<MailboxCaller, 'mailbox' | 'session'>,
  messageId: string,
  urls: string[],
): Promise<SignedImage[]> {
  const files = await readNamedFiles(deps.db, mailboxId, messageId);
  if (!files) throw new Failure('message_not_found', 'Message not found');
  const grants = urls.map((url) => grantFor(url, files, { mailboxId, sessionId: session.id, messageId }));
  const given = grants.filter((grant) => grant !== null);
  const signatures = await deps.signer.sign(given);
  const sources = new Map(given.map((grant, index) => [grant, sourceOf(grant, signatures[index] as string)]));
  return urls.map((url, index) => ({ url, src: sources.get(grants[index] as Grant) ?? null }));
}

function grantFor(
  url: string,
  files: Map<string, string>,
  of: Pick<Grant, 'mailboxId' | 'sessionId' | 'messageId'>,
): Grant | null {
  const [, contentId] = /^\s*cid:(.*?)\s*$/is.exec(url) ?? [];
  if (contentId !== undefined) {
    const file = files.get(contentId) ?? files.get(percentDecoded(contentId));
    return file === undefined ? null : { kind: 'file', ...of, target: file };
  }
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  parsed.hash = '';
  if (parsed.href.length > LIMITS.imageAddressLength) return null;
  return { kind: 'remote', ...of, target: parsed.href };
}

function sourceOf({ kind, target }: Grant, signature: string): string {
  return kind === 'file'
    ? `/api/v2/files/${target}/inline?sig=${signature}`
    : `/api/v2/images/${signature}?u=${encodeURIComponent(target)}`;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
