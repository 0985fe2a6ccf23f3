import type { SentMail } from '../../../model/compose/compose-model.ts';

const FOLDERS = { send: 'Sent', schedule: 'WEBMAIL_SCHEDULED', period: 'webmail_period' } as const;

/** The page that shows a message handed to the outbox. */
export function sentAddress({ how, threadId }: Pick<SentMail, 'how' | 'threadId'>): string {
  return `/folder/${FOLDERS[how]}/${encodeURIComponent(threadId)}`;
}
