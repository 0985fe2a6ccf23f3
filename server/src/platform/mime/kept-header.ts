import { mailLimits } from './mail-limits.ts';
import type { HeaderField } from './split-headers.ts';

/**
 * The header fields that mail programs fetch to list a folder; docs/decisions/120-structures-of-messages.md
 * lists them by program.
 */
const KEPT_FIELDS = new Set([
  ...['date', 'subject', 'from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'message-id', 'in-reply-to'],
  ...[
    'references',
    'newsgroups',
    'followup-to',
    'resent-message-id',
    'resent-from',
    'resent-to',
    'resent-date',
  ],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'content-language', 'content-disposition'],
  ...['priority', 'x-priority', 'importance', 'x-msmail-priority', 'precedence', 'auto-submitted'],
  ...['list-id', 'list-post', 'list-unsubscribe', 'list-unsubscribe-post', 'list-help', 'list-subscribe'],
  ...['list-archive', 'list-owner', 'mail-followup-to', 'mail-reply-to', 'disposition-notification-to'],
  ...['return-path', 'delivered-to', 'delivery-date', 'keywords', 'x-keywords', 'comments', 'x-draft-info'],
  ...['x-uniform-type-identifier', 'x-universally-unique-identifier', 'x-spam-flag', 'x-spam-status'],
  ...['authentication-results', 'dkim-signature', 'bimi-indicator', 'bimi-location', 'x-bimi-indicator-hash'],
]);

/** By these an automatic reply is known. Mail programs get them from the source, as older structures do not have them. */
const OF_AUTOMATIC_REPLIES = new Set(['x-autoreply', 'x-autorespond']);

/** Whether all fields of that name are kept. */
export function isKeptField(name: string): boolean {
  return KEPT_FIELDS.has(name.toLowerCase());
}

/**
 * The kept fields of a header, byte for byte and in order, one character per byte; null when they exceed the
 * limit, so that the header has to be read from the source.
 */
export function keptFields(raw: Buffer, fields: HeaderField[], headerBytes: number): string | null {
  if (headerBytes > mailLimits.headerBlockBytes || fields.length >= mailLimits.headerFields) return null;
  let bytes = 0;
  const kept: string[] = [];
  for (const { name, start, end } of fields) {
    if (!KEPT_FIELDS.has(name) && !OF_AUTOMATIC_REPLIES.has(name)) continue;
    bytes += end - start;
    if (bytes > mailLimits.keptHeaderBytes) return null;
    kept.push(raw.toString('latin1', start, end));
  }
  return kept.join('');
}
