import type { consolePages as vietnamese } from '../vi/console-pages.ts';
import type { Words } from '../words.ts';

/** Names of the console's pages, which the palette of the mailbox finds too. */
export const consolePages: Words<typeof vietnamese> = {
  today: 'Today',
  domains: 'Domains',
  people: 'People',
  sessions: 'Signed in',
  queue: 'Outgoing queue',
  senders: 'Top senders',
  held: 'Held automatically',
  trace: 'Message trace',
  audit: 'Audit log',
};
