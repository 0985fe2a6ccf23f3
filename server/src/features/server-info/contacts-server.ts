import { isLoopback } from '../../platform/is-loopback.ts';

/** Where programs find the contacts and the calendars of an account (CardDAV, CalDAV). */
export type ContactsServer = { host: string; port: number; url: string };

/** Null where the site is not encrypted: nothing there takes a password from elsewhere. */
export function contactsServer(publicUrl: string): ContactsServer | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  return { host: hostname, port: Number(port || 443), url: urlOf(publicUrl) };
}

/** The address that people are shown: also on a machine that only its own programs reach. */
export function contactsAddress(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isOwn = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' || isOwn ? urlOf(publicUrl) : null;
}

function urlOf(publicUrl: string): string {
  return new URL('/dav/', publicUrl).href;
}
