import type { SentMail } from '../../../model/compose/compose-model.ts';

const FOLDERS = { send: 'Sent', schedule: 'WEBMAIL_SCHEDULED', period: 'webmail_period' } as const;

/** Where a message that was given to the outbox is read. */
export function sentAddress({ how, threadId }: Pick<SentMail, 'how' | 'threadId'>): string {
  return `/folder/${FOLDERS[how]}/${encodeURIComponent(threadId)}`;
}
