import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerValue, splitHeaders } from '../../platform/mime/split-headers.ts';

const HEADER = 'X-Bocau-Delivery';
const LENGTH = 32;

/** Which message was handed over where. */
type Delivery = { outboxId: string; destination: string };

/** A header line that only those have whom one destination hands the message on to: reports give it back. */
export function deliveryMarkLine(key: Buffer, delivery: Delivery): string {
  return `${HEADER}: ${markOf(key, delivery)}\r\n`;
}

/** Whether the headers of a returned message are those that went to this destination. */
export function hasDeliveryMark(headers: Buffer, key: Buffer, delivery: Delivery): boolean {
  const { fields } = splitHeaders(headers, 0, headers.length);
  const given = Buffer.from(headerValue(fields, HEADER.toLowerCase())?.trim() ?? '');
  return given.length === LENGTH && timingSafeEqual(given, Buffer.from(markOf(key, delivery)));
}

function markOf(key: Buffer, { outboxId, destination }: Delivery): string {
  return createHmac('sha256', key)
    .update(`delivery ${outboxId} ${destination}`)
    .digest('hex')
    .slice(0, LENGTH);
}
