import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Where a mail program reaches this mailbox. */
export const mailService = z.object({
  protocol: z.enum(['smtp', 'imap', 'pop3']),
  host: z.string(),
  port: z.number().int(),
  /** `starttls` begins in plain text and turns to TLS before the password. */
  encryption: z.enum(['tls', 'starttls']),
});
export type MailService = z.infer<typeof mailService>;

const serverInfo = z.object({
  username: z.string(),
  services: z.array(mailService),
  /** The address of one's contacts and calendars for programs (CardDAV, CalDAV); null where it takes no password from elsewhere. */
  contacts: z.string().nullable(),
  /** Whether there is an editor of office documents. */
  office_editor: z.boolean(),
});
export type ServerInfo = z.infer<typeof serverInfo>;

export const getServerInfo = endpoint({
  method: 'GET',
  path: '/api/v2/server-info',
  summary: 'What mail programs are set up with, and what is there besides: only what this installation has',
  access: 'session',
  on: 'person',
  data: serverInfo,
  errors: [],
});
