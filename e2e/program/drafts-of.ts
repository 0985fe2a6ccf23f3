import { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { mailOf } from './mail-of.ts';

type Mail = Awaited<ReturnType<typeof mailOf>>;

/** Every draft of the mailbox with this subject, as the server has it. */
export async function draftsOf({ api }: Mail, subject: string): Promise<Message[]> {
  const { data: threads } = await api.listThreads({ query: { in: 'Drafts', limit: '100' } });
  // A draft that answers bears its conversation's subject behind a "Re:".
  const ids = threads
    .filter((thread) => subject.endsWith(thread.subject))
    .flatMap((thread) => thread.draft_ids);
  const drafts = await Promise.all(
    ids.map((id) => api.getMessage({ params: { id }, query: {} }).catch(ofOneThatIsGone)),
  );
  return drafts.flatMap((draft) => (draft?.data.subject === subject ? [draft.data] : []));
}

/** Removed after the list was read. */
function ofOneThatIsGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'message_not_found') return null;
  throw error;
}

/** Their words without the HTML around them. */
export async function textsOf(mail: Mail, subject: string): Promise<string[]> {
  return (await draftsOf(mail, subject)).map(({ body }) => textOf(body ?? ''));
}

export function textOf(html: string): string {
  const text = html
    .replace(/<(br|hr)[^>]*>|<\/p>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ');
  return text.replace(/\n+/g, '\n').trim();
}
