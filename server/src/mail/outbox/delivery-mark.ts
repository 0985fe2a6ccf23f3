import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';

/** No name that begins as our claims do: those of others are taken out of what comes in. */
const HEADER = 'X-Delivery-Mark';
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
  const mark = Buffer.from(markOf(key, delivery));
  // Who sends it on may have put a mark of their own above.
  return headerValues(fields, HEADER.toLowerCase())
    .map((value) => Buffer.from(value))
    .some((given) => given.length === mark.length && timingSafeEqual(given, mark));
}

function markOf(key: Buffer, { outboxId, destination }: Delivery): string {
  return createHmac('sha256', key)
    .update(`delivery ${outboxId} ${destination}`)
    .digest('hex')
    .slice(0, LENGTH);
}
