/** The protection of the connection: implicit TLS, STARTTLS, or none, only on this machine. */
type Protection = 'tls' | 'starttls' | 'none';

export type SourceAddress = { host: string; port: number; user: string; protection: Protection };

/** The error in an address, worded to follow the name of where it was given. */
export class SourceAddressError extends Error {
  override name = 'SourceAddressError';
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** `imaps://USER@HOST[:PORT]`, or `imap:` for STARTTLS; an address as the user needs no encoding. */
export function readSourceAddress(text: string): SourceAddress {
  if (!URL.canParse(text)) throw new SourceAddressError('is no address such as imaps://USER@HOST');
  const url = new URL(text);
  if (url.protocol !== 'imaps:' && url.protocol !== 'imap:') {
    throw new SourceAddressError('begins with imaps://, imap:// or caldavs://');
  }
  if (url.password !== '') throw new SourceAddressError('has no place for a password');
  if (url.username === '') throw new SourceAddressError('has no user before its host: imaps://USER@HOST');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new SourceAddressError('ends with its host or port: all folders are brought');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === '') throw new SourceAddressError('has no host: imaps://USER@HOST');
  const implicit = url.protocol === 'imaps:';
  const protection = implicit ? 'tls' : LOOPBACK.test(host) ? 'none' : 'starttls';
  const port = url.port === '' ? (implicit ? 993 : 143) : Number(url.port);
  return { host, port, user: decodeUser(url.username), protection };
}

/** The key under which passes are remembered: port and protection may change. */
export function sourceName({ user, host }: SourceAddress): string {
  return `${user}@${host}`;
}

function decodeUser(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new SourceAddressError('has a user that is not well encoded');
  }
}
