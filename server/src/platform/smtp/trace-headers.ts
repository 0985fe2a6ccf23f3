import { isIPv6 } from 'node:net';
import type { MailSession } from './mail-types.ts';
import type { SenderVerdict } from './sender-verdict.ts';

const LINE_LENGTH = 78;
const LONGEST_TEXT = 320;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type Arrival = {
  session: MailSession;
  envelope: { from: string; recipients: readonly { address: string }[]; utf8: boolean };
  /** Our host name. */
  hostname: string;
  /** Our id of this message, to find it in the log. */
  id: string;
  /** Milliseconds since the Unix epoch. */
  receivedAt: number;
  /** Omits the client's address, for privacy. */
  hidesClient?: boolean;
};

/** The trace fields at the top of a delivered message, each ended by CR LF. */
export function traceHeaders(arrival: Arrival, verdict: SenderVerdict | null): string {
  return [
    returnPath(arrival.envelope.from),
    received(arrival),
    ...(verdict ? [authenticationResults(arrival.hostname, arrival.envelope.from, verdict)] : []),
  ].join('');
}

export function returnPath(from: string): string {
  return `Return-Path: <${plain(from).replace(/[<>]/g, '')}>\r\n`;
}

export function received({ session, envelope, hostname, id, receivedAt, hidesClient }: Arrival): string {
  const address = session.remoteAddress;
  const literal = isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
  const recipient = envelope.recipients.length === 1 ? envelope.recipients[0] : undefined;
  return fold([
    ...(hidesClient ? ['Received:'] : [`Received: from ${word(session.helo) || 'unknown'}`, `(${literal})`]),
    `by ${word(hostname)}`,
    `with ${withProtocol(session, envelope.utf8)}`,
    `id ${word(id)}`,
    // Other recipients may be blind copies and must not be revealed.
    recipient ? `for <${plain(recipient.address).replace(/[<>]/g, '')}>;` : ';',
    mailDate(receivedAt),
  ]);
}

/** The registered names (RFC 3848, RFC 6531): ESMTP, ESMTPSA, UTF8SMTP, LMTPS, … */
export function withProtocol(session: MailSession, utf8: boolean): string {
  const secure = `${session.tls ? 'S' : ''}${session.user === null ? '' : 'A'}`;
  if (session.protocol === 'lmtp') return `${utf8 ? 'UTF8' : ''}LMTP${secure}`;
  if (utf8) return `UTF8SMTP${secure}`;
  return `${session.extended ? 'E' : ''}SMTP${secure}`;
}

export function authenticationResults(authservId: string, mailFrom: string, verdict: SenderVerdict): string {
  const { spf, dkim, dmarc, arc } = verdict;
  const parts = [
    ...(spf.result === 'none' && spf.domain === null
      ? []
      : [property(`spf=${spf.result}`, mailFrom ? 'smtp.mailfrom' : 'smtp.helo', mailFrom || spf.domain)]),
    ...(dkim.length === 0 ? ['dkim=none'] : []),
    ...dkim.map((one) =>
      property(property(`dkim=${one.result}`, 'header.d', one.domain), 'header.s', one.selector),
    ),
    property(
      `dmarc=${dmarc.result}${dmarc.policy ? ` (p=${dmarc.policy})` : ''}`,
      'header.from',
      dmarc.domain,
    ),
    `arc=${arc.result}`,
  ];
  return fold([`Authentication-Results: ${word(authservId)};`, ...separated(parts)]);
}

function separated(parts: string[]): string[] {
  return parts.map((part, index) => (index < parts.length - 1 ? `${part};` : part));
}

function property(result: string, name: string, value: string | null): string {
  return value ? `${result} ${name}=${propertyValue(value)}` : result;
}

function propertyValue(value: string): string {
  const text = plain(value);
  return /^[A-Za-z0-9.@_+=/-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** One word for a structured field: characters that could end a line, a comment or a clause are removed. */
function word(text: string): string {
  return plain(text).replace(/[\s()<>;,"\\]/g, '');
}

/** Client text on one line of limited length, without control characters. */
function plain(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '');
}

/** Folds only between pieces, never within one. */
function fold(pieces: string[]): string {
  let field = '';
  let length = 0;
  for (const piece of pieces) {
    if (field === '') {
      field = piece;
      length = piece.length;
    } else if (piece === ';') {
      field += piece;
    } else if (length + 1 + piece.length <= LINE_LENGTH) {
      field += ` ${piece}`;
      length += 1 + piece.length;
    } else {
      field += `\r\n\t${piece}`;
      length = 8 + piece.length;
    }
  }
  return `${field}\r\n`;
}

export function mailDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (number: number) => String(number).padStart(2, '0');
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  const day = `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return `${day} ${date.getUTCFullYear()} ${time} +0000`;
}
