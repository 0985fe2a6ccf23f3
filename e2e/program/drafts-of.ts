import { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { mailOf } from './mail-of.ts';

type Mail = Awaited<ReturnType<typeof mailOf>>;

/** Every draft with this subject, as stored on the server. */
export async function draftsOf({ api }: Mail, subject: string): Promise<Message[]> {
  const { data: threads } = await api.listThreads({ query: { in: 'Drafts', limit: '100' } });
  // A draft reply's subject is that of its thread with "Re:" in front.
  const ids = threads
    .filter((thread) => subject.endsWith(thread.subject))
    .flatMap((thread) => thread.draft_ids);
  const drafts = await Promise.all(
    ids.map((id) => api.getMessage({ params: { id }, query: {} }).catch(ofOneThatIsGone)),
  );
  return drafts.flatMap((draft) => (draft?.data.subject === subject ? [draft.data] : []));
}

/** The draft may have been deleted after the list was read. */
function ofOneThatIsGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'message_not_found') return null;
  throw error;
}

/** Their bodies as plain text. */
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
