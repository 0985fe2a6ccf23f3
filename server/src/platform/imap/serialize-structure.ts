import type { BodyPart } from '../mime/body-structure.ts';
import type { Envelope, EnvelopeAddress } from '../mime/envelope.ts';
import { serializeBytes, serializeNbytes } from './serialize.ts';

/** ENVELOPE (RFC 9051 section 7.5.2). */
export function serializeEnvelope(envelope: Envelope): string {
  const { date, subject, from, sender, replyTo, to, cc, bcc, inReplyTo, messageId } = envelope;
  const addresses = [from, sender, replyTo, to, cc, bcc].map(serializeAddresses);
  return `(${[
    serializeNbytes(date),
    serializeNbytes(subject),
    ...addresses,
    serializeNbytes(inReplyTo),
    serializeNbytes(messageId),
  ].join(' ')})`;
}

function serializeAddresses(addresses: EnvelopeAddress[] | null): string {
  return addresses === null ? 'NIL' : `(${addresses.map(serializeAddress).join('')})`;
}

function serializeAddress({ name, adl, mailbox, host }: EnvelopeAddress): string {
  return `(${[name, adl, mailbox, host].map(serializeNbytes).join(' ')})`;
}

/** BODYSTRUCTURE, or BODY, which leaves out the extension data. */
export function serializeStructure(part: BodyPart, extended: boolean): string {
  const [type = '', subtype = ''] = part.type.split('/').map((word) => word.toUpperCase());
  const multipart = part.parts !== undefined;
  const fields = multipart
    ? multipartFields(part, subtype, extended)
    : singleFields(part, type, subtype, extended);
  if (extended)
    fields.push(serializeDisposition(part), serializeLanguage(part), serializeNbytes(part.location));
  return `(${fields.join(' ')})`;
}

function multipartFields(part: BodyPart, subtype: string, extended: boolean): string[] {
  const children = (part.parts ?? []).map((child) => serializeStructure(child, extended)).join('');
  const fields = [`${children} ${serializeBytes(subtype)}`];
  if (extended) fields.push(serializeParams(part.params));
  return fields;
}

function singleFields(part: BodyPart, type: string, subtype: string, extended: boolean): string[] {
  const fields = [
    serializeBytes(type),
    serializeBytes(subtype),
    serializeParams(part.params),
    serializeNbytes(part.id),
    serializeNbytes(part.description),
    serializeBytes((part.encoding ?? '7bit').toUpperCase()),
    String(part.end - part.body),
  ];
  if (part.message) {
    const { envelope, root } = part.message;
    fields.push(serializeEnvelope(envelope), serializeStructure(root, extended));
  }
  if (part.message || type === 'TEXT') fields.push(String(part.lines ?? 0));
  if (extended) fields.push(serializeNbytes(part.md5));
  return fields;
}

function serializeParams(params: [string, string][] | undefined): string {
  if (params === undefined || params.length === 0) return 'NIL';
  return `(${params.flat().map(serializeBytes).join(' ')})`;
}

function serializeDisposition({ disposition }: BodyPart): string {
  if (!disposition) return 'NIL';
  return `(${serializeBytes(disposition.type.toUpperCase())} ${serializeParams(disposition.params)})`;
}

function serializeLanguage({ language }: BodyPart): string {
  if (!language || language.length === 0) return 'NIL';
  return `(${language.map(serializeBytes).join(' ')})`;
}
