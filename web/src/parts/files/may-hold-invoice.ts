import type { File } from '@bocau/contract/messages.ts';

const NAMES = /\.(xml|zip|inv)$/i;
const TYPES = /^(application|text)\/(xml|zip|x-zip|x-zip-compressed|[\w.+-]+\+xml)\b/;

/** Whether the server may have read an invoice from a file, by its name and type. */
export function mayHoldInvoice({ name, content_type }: Pick<File, 'name' | 'content_type'>): boolean {
  return NAMES.test(name.trim()) || TYPES.test(content_type.toLowerCase());
}
