import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { parseAddresses } from '../../platform/mime/parse-addresses.ts';
import { readHeaders } from '../../platform/mime/read-headers.ts';
import { type HeaderField, headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';

/** The header that a mail program wrote. */
export type SubmittedHeader = {
  /** Without angle brackets; null when it is missing or invalid. */
  messageId: string | null;
  hasDate: boolean;
  /** All addresses in From and Sender. */
  authors: string[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  receivedCount: number;
  /** The header fields that recipients may see, each ended by CR LF. */
  passedOn: Buffer;
  /** The offset of the empty line before the body. */
  end: number;
};

/** Blind copies, and fields reserved for mail servers. */
const KEPT_BACK = new Set(['bcc', 'resent-bcc', 'return-path', 'authentication-results', 'delivered-to']);
const OWN_FIELD = /^x-bocau-/;
const FIELD = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;

/**
 * Parses and rewrites the header of a message from a mail program; null when it is malformed. Unlike mail
 * from strangers, which is delivered whatever it looks like, it must be well-formed: recipients must not
 * parse it differently.
 */
export function readSubmittedHeader(head: Buffer): SubmittedHeader | null {
  const emptyLine = head.indexOf('\r\n\r\n');
  const end = emptyLine === -1 ? -1 : emptyLine + 2;
  if (end === -1) return null;
  const passedOn: string[] = [];
  for (const field of head.toString('latin1', 0, end).split(/(?<=\r\n)(?![ \t])/)) {
    const name = FIELD.exec(field)?.[1]?.toLowerCase();
    if (name === undefined) return null;
    if (!KEPT_BACK.has(name) && !OWN_FIELD.test(name)) passedOn.push(field);
  }
  const { fields } = splitHeaders(head, 0, end + 2);
  const said = readHeaders(head.subarray(0, end + 2));
  const froms = headerValues(fields, 'from');
  if (froms.length !== 1) return null;
  const usableId = said.messageId !== null && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(said.messageId);
  return {
    messageId: usableId ? said.messageId : null,
    hasDate: said.date !== null,
    authors: [...addressesOf(fields, 'from'), ...addressesOf(fields, 'sender')],
    to: said.to,
    cc: said.cc,
    bcc: said.bcc,
    receivedCount: said.receivedCount,
    passedOn: Buffer.from(without(passedOn, usableId, said.date !== null), 'latin1'),
    end,
  };
}

/** Unreadable fields are written again, and must not occur twice. */
function without(fields: string[], messageId: boolean, date: boolean): string {
  return fields
    .filter(
      (field) => (messageId || !/^message-id[ \t]*:/i.test(field)) && (date || !/^date[ \t]*:/i.test(field)),
    )
    .join('');
}

function addressesOf(fields: HeaderField[], name: string): string[] {
  return headerValues(fields, name).flatMap((value) =>
    parseAddresses(value, null).map(({ email }) => foldAddress(email)),
  );
}
