import { clip } from './clip-text.ts';
import { decodeHeaderText } from './decode-words.ts';
import { readHeaders } from './read-headers.ts';
import { headerValue, splitHeaders } from './split-headers.ts';

/** RFC 8098, and its variant for internationalized addresses (RFC 6533). */
export const RECEIPT_TYPES: readonly string[] = [
  'message/disposition-notification',
  'message/global-disposition-notification',
];

/** The content of a read receipt (RFC 8098, 3.2). */
export type Disposition = {
  /** Without angle brackets. */
  messageId: string;
  /** As the reader's program knew it, and as originally given. */
  addresses: string[];
  displayed: boolean;
};

const LONGEST_TEXT = 1_000;

/**
 * Parses a part of the type message/disposition-notification: bounded, never throws; null when it has no
 * disposition.
 */
export function readDisposition(bytes: Buffer): Disposition | null {
  const { fields } = splitHeaders(bytes, 0, bytes.length);
  const value = (name: string) =>
    clip(
      decodeHeaderText(headerValue(fields, name) ?? '', null)
        .replace(/\s+/g, ' ')
        .trim(),
      LONGEST_TEXT,
    );
  const original = value('original-message-id');
  const { messageId } = readHeaders(Buffer.from(`Message-ID: ${original}\r\n\r\n`));
  if (original === '' || messageId === null) return null;
  const addresses = ['original-recipient', 'final-recipient'].flatMap((name) => addressIn(value(name)) ?? []);
  // `manual-action/MDN-sent-manually; displayed`; a message deleted unread is reported here too.
  const type = /;\s*([a-z-]+)/i.exec(value('disposition'))?.[1]?.toLowerCase();
  return { messageId, addresses: [...new Set(addresses)], displayed: type === 'displayed' };
}

/** `rfc822; ai@vpp.example` */
function addressIn(value: string): string | null {
  const address = value.replace(/^[\w-]+\s*;\s*/, '').replace(/^<|>$/g, '');
  return address.includes('@') ? address : null;
}
