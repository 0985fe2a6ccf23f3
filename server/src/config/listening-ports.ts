import type { Config } from './config.ts';

export type ListeningPort = {
  purpose:
    | 'HTTP'
    | 'operations'
    | 'SMTP'
    | 'LMTP'
    | 'socketmap'
    | 'submission'
    | 'submission by TLS'
    | 'IMAP'
    | 'IMAP by TLS'
    | 'POP3'
    | 'POP3 by TLS';
  /** Null: whatever the process does. */
  role: 'http' | 'mail' | 'imap' | null;
  variable: string;
  hostVariable: string;
  host: string;
  /** 0 picks a free port. */
  port: number;
};

/** Every port that this configuration opens, whatever the role of this process. */
export function listeningPorts({ http, operations, mail }: Config): ListeningPort[] {
  const forHttp = { role: 'http', hostVariable: 'HOST', host: http.host } as const;
  const forMail = { role: 'mail', hostVariable: 'SMTP_LISTEN_HOST', host: mail.host } as const;
  const forSubmission = {
    role: 'mail',
    hostVariable: mail.submissionHost === mail.host ? 'SMTP_LISTEN_HOST' : 'SUBMISSION_LISTEN_HOST',
    host: mail.submissionHost,
  } as const;
  const forImap = {
    role: 'imap',
    hostVariable: mail.imapHost === mail.host ? 'SMTP_LISTEN_HOST' : 'IMAP_LISTEN_HOST',
    host: mail.imapHost,
  } as const;
  const forLmtp = { hostVariable: 'LMTP_LISTEN_HOST', host: mail.lmtpHost };
  const ports: ListeningPort[] = [
    { purpose: 'HTTP', variable: 'PORT', port: http.port, ...forHttp },
    {
      purpose: 'operations',
      role: null,
      variable: 'OPERATIONS_PORT',
      hostVariable: 'OPERATIONS_HOST',
      ...operations,
    },
    { purpose: 'SMTP', variable: 'SMTP_PORT', port: mail.smtpPort, ...forMail },
    { purpose: 'LMTP', variable: 'LMTP_PORT', port: mail.lmtpPort, ...forMail, ...forLmtp },
    { purpose: 'submission', variable: 'SUBMISSION_PORT', port: mail.submissionPort, ...forSubmission },
    { purpose: 'IMAP', variable: 'IMAP_PORT', port: mail.imapPort, ...forImap },
    { purpose: 'POP3', variable: 'POP3_PORT', port: mail.pop3Port, ...forImap },
  ];
  const { socketmapPort } = mail;
  if (socketmapPort !== null) {
    const variable = 'SOCKETMAP_PORT';
    ports.push({ purpose: 'socketmap', variable, port: socketmapPort, ...forMail, ...forLmtp });
  }
  const { submissionTlsPort: port } = mail;
  if (port !== null) {
    ports.push({ purpose: 'submission by TLS', variable: 'SUBMISSION_TLS_PORT', port, ...forSubmission });
  }
  if (mail.imapTlsPort !== null)
    ports.push({ purpose: 'IMAP by TLS', variable: 'IMAP_TLS_PORT', port: mail.imapTlsPort, ...forImap });
  if (mail.pop3TlsPort !== null)
    ports.push({ purpose: 'POP3 by TLS', variable: 'POP3_TLS_PORT', port: mail.pop3TlsPort, ...forImap });
  return ports;
}
