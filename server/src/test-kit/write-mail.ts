import { ApiError } from '@bocau/contract/client.ts';
import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { NewPerson } from './new-person.ts';

type Given = DraftInput & { answers?: string; action?: 'reply' | 'forward' };

/** A draft to these addresses, with defaults for absent fields. */
export async function writeDraft(person: NewPerson, to: string[], given: Given = {}): Promise<Message> {
  const recipients = to.map((email) => ({ name: '', email }));
  const body = { to: recipients, subject: 'Hợp đồng', body: '<p>Xin chào</p>', ...given };
  return (await person.client.createDraft({ body })).data;
}

/** What a person sees in a folder, opened, and whether it was unread. */
export async function mailIn(person: NewPerson, folder: string): Promise<Message[]> {
  const { data: threads } = await person.client.listThreads({ query: { in: folder } });
  const opened = await Promise.all(
    threads.map(({ id }) =>
      person.client.getThread({ params: { id }, query: { in: folder, expand: '0', peek: 'true' } }),
    ),
  );
  return opened.flatMap(({ data }) => data.messages.filter((message) => message.folder === folder));
}

export async function readMail(person: NewPerson, id: string): Promise<Message> {
  return (await person.client.getMessage({ params: { id }, query: {} })).data;
}

/** The error of a call; fails when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const refused = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (refused instanceof ApiError) return refused;
  throw refused ?? new Error('the call was not refused');
}
