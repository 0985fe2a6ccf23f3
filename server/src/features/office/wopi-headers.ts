import type { IncomingHttpHeaders } from 'node:http';
import { decodeUtf7 } from './utf7.ts';
import { WopiRefusal } from './wopi-refusal.ts';

/** The editor chooses the text of a lock; the protocol allows this many ASCII characters. */
const LOCK = /^[\x20-\x7e]{1,1024}$/;

export function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** The lock in a call; 400 without one. */
export function lockOf(headers: IncomingHttpHeaders, name: 'x-wopi-lock' | 'x-wopi-oldlock'): string {
  const lock = header(headers, name);
  if (!LOCK.test(lock)) throw new WopiRefusal(400);
  return lock;
}

/** A UTF-7 name; null when absent, 400 when invalid. */
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
