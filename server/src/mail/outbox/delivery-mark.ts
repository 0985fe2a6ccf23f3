import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';

/** No name that begins as our claims do: those of others are taken out of what comes in. */
const HEADER = 'X-Delivery-Mark';
const LENGTH = 32;

/** Which message was handed over where. */
type Delivery = { outboxId: string; destination: string };

/**
 * A header line of the copy that one destination gets, which reports give back. Everybody has it whom the destination hands
 * the copy on to, and where that is a list that archives headers, anybody.
 */
export function deliveryMarkLine(key: Buffer, delivery: Delivery): string {
  return `${HEADER}: ${markOf(key, delivery)}\r\n`;
}

/** Whether the headers of a returned message are those that went to this destination. */
export function hasDeliveryMark(headers: Buffer, key: Buffer, delivery: Delivery): boolean {
  const { fields } = splitHeaders(headers, 0, headers.length);
  const mark = Buffer.from(markOf(key, delivery));
  // All of them: another Bồ Câu that forwards the message adds its own mark above ours.
  return headerValues(fields, HEADER.toLowerCase())
    .map((value) => Buffer.from(value))
    .some((given) => isSame(given, mark));
}

/**
 * What the envelope is called that is handed over (ENVID, RFC 3461). It is in no header: a report that names it is from a
 * server that had the envelope, and no recipient can make it of the mark above.
 */
export function envelopeIdOf(key: Buffer, delivery: Delivery): string {
  return keyed(key, 'envelope', delivery);
}

export function isEnvelopeId(given: string, key: Buffer, delivery: Delivery): boolean {
  return isSame(Buffer.from(given), Buffer.from(envelopeIdOf(key, delivery)));
}

function markOf(key: Buffer, delivery: Delivery): string {
  return keyed(key, 'delivery', delivery);
}

function keyed(key: Buffer, what: 'delivery' | 'envelope', { outboxId, destination }: Delivery): string {
  return createHmac('sha256', key)
    .update(`${what} ${outboxId} ${destination}`)
    .digest('hex')
    .slice(0, LENGTH);
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
