import type { MailService } from '@bocau/contract/server-info.ts';

const SCHEMES: Record<string, Pick<MailService, 'protocol' | 'encryption'>> = {
  'smtp:': { protocol: 'smtp', encryption: 'starttls' },
  'smtps:': { protocol: 'smtp', encryption: 'tls' },
  'imap:': { protocol: 'imap', encryption: 'starttls' },
  'imaps:': { protocol: 'imap', encryption: 'tls' },
  'pop3:': { protocol: 'pop3', encryption: 'starttls' },
  'pop3s:': { protocol: 'pop3', encryption: 'tls' },
};

/** `smtp://host:port` and the like; null when invalid. */
export function readMailService(text: string): MailService | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const scheme = SCHEMES[protocol];
  const isBare = `${username}${password}${pathname}${search}${hash}` === '';
  return scheme && isBare && /^[a-z0-9.-]+$/i.test(hostname) && Number(port) > 0
    ? { ...scheme, host: hostname, port: Number(port) }
    : null;
}
