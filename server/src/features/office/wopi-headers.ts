import type { IncomingHttpHeaders } from 'node:http';
import { decodeUtf7 } from './utf7.ts';
import { WopiRefusal } from './wopi-refusal.ts';

/** The words of a lock are the editor's own; the protocol allows so many characters of ASCII. */
const LOCK = /^[\x20-\x7e]{1,1024}$/;

export function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** The lock that a call names; 400 without one. */
export function lockOf(headers: IncomingHttpHeaders, name: 'x-wopi-lock' | 'x-wopi-oldlock'): string {
  const lock = header(headers, name);
  if (!LOCK.test(lock)) throw new WopiRefusal(400);
  return lock;
}

/** A name that came as UTF-7; null where there is none, 400 where it can't be read. */
export function nameOf(headers: IncomingHttpHeaders, name: string): string | null {
  const given = headers[name];
  if (given === undefined) return null;
  const decoded = typeof given === 'string' ? decodeUtf7(given) : null;
  if (decoded === null || decoded === '') throw new WopiRefusal(400);
  return decoded;
}

export function isTrue(headers: IncomingHttpHeaders, name: string): boolean {
  return header(headers, name).toLowerCase() === 'true';
}
