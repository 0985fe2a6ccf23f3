import { encodeModifiedUtf7 } from './modified-utf7.ts';

/**
 * What is written to a client is made of strings with one character per byte, so that text in UTF-8 and header fields in
 * any charset can stand beside each other.
 */
const QUOTABLE = /^[\x20-\x7e]*$/;
const LONGEST_QUOTED = 1_000;

function toWire(text: string): string {
  return QUOTABLE.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Bytes as a string of the protocol; what may not be quoted is a literal. */
export function serializeBytes(bytes: string): string {
  if (bytes.length <= LONGEST_QUOTED && QUOTABLE.test(bytes)) return quote(bytes);
  return serializeLiteral(bytes);
}

export function serializeLiteral(bytes: string): string {
  return `{${bytes.length}}\r\n${bytes}`;
}

export function serializeNbytes(bytes: string | null | undefined): string {
  return bytes === null || bytes === undefined ? 'NIL' : serializeBytes(bytes);
}

export function serializeString(text: string): string {
  return serializeBytes(toWire(text));
}

/** A folder's path: in modified UTF-7, or in UTF-8 for a client that has enabled it (RFC 6855). */
export function serializeMailboxName(path: string, utf8: boolean): string {
  return quote(utf8 ? toWire(path) : encodeModifiedUtf7(path));
}

function quote(bytes: string): string {
  return `"${bytes.replace(/[\\"]/g, '\\$&')}"`;
}

/** What a person reads behind OK, NO and BAD: one line of seven bits. */
export function serializeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, 500);
}

const DATE = /^\w+, (\d\d) (\w+) (\d{4}) /;
const DAY_SECONDS = 24 * 3600;
/** Messages that follow each other are mostly of the same day, and its name costs more than the time of the day. */
let lastDay = { day: Number.NaN, name: '' };

/** A time as IMAP writes it (RFC 9051 section 9, date-time), in UTC. */
export function serializeDateTime(unixSeconds: number): string {
  const day = Math.floor(unixSeconds / DAY_SECONDS);
  if (day !== lastDay.day) lastDay = { day, name: nameOfDay(unixSeconds) };
  const second = unixSeconds - day * DAY_SECONDS;
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  return `"${lastDay.name} ${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(second % 60)} +0000"`;
}

function nameOfDay(unixSeconds: number): string {
  const [, day, month, year] = DATE.exec(new Date(unixSeconds * 1000).toUTCString()) ?? [];
  return `${day}-${month}-${year}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
