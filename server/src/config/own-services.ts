import { hostname } from 'node:os';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { Env } from './env.ts';

/**
 * What this process lets mail programs do, where MAIL_SERVICES does not say what stands in front of it. A password is not
 * to cross a network in plain text: without a certificate nothing is told to programs. IMAP and POP3 are named where they
 * are encrypted from the start.
 */
export function ownServices(env: Env): MailService[] {
  if (env.MAIL_TLS_CERT === undefined || env.MAIL_TLS_KEY === undefined) return [];
  const host = env.MAIL_HOSTNAME ?? hostname();
  const reads = (tlsPort: number | undefined) => env.ROLES.has('imap') && tlsPort !== undefined;
  const services: (Omit<MailService, 'port' | 'host'> & { port: number | undefined })[] = [
    { protocol: 'smtp', port: env.SUBMISSION_PORT, encryption: 'starttls' },
    { protocol: 'smtp', port: env.SUBMISSION_TLS_PORT, encryption: 'tls' },
  ];
  if (reads(env.IMAP_TLS_PORT))
    services.push(
      { protocol: 'imap', port: env.IMAP_TLS_PORT, encryption: 'tls' },
      { protocol: 'imap', port: env.IMAP_PORT, encryption: 'starttls' },
    );
  if (reads(env.POP3_TLS_PORT))
    services.push(
      { protocol: 'pop3', port: env.POP3_TLS_PORT, encryption: 'tls' },
      { protocol: 'pop3', port: env.POP3_PORT, encryption: 'starttls' },
    );
  // Whoever lets the system choose a port has nobody from elsewhere in mind.
  return services.flatMap(({ port, ...service }) => (port ? [{ ...service, host, port }] : []));
}
