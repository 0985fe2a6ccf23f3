import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { mailOf } from './mail-of.ts';

type Given = Omit<DraftInput, 'to'> & { to: string[]; subject: string };

/** Creates a draft that is ready to be sent, and returns its id and the server's time. */
export async function writeMessage(
  { api }: Awaited<ReturnType<typeof mailOf>>,
  given: Given,
): Promise<{ id: string; now: number }> {
  const to = given.to.map((email) => ({ name: '', email }));
  const { data } = await api.createDraft({ body: { body: '<p>Kính gửi anh chị.</p>', ...given, to } });
  return { id: data.id, now: data.date };
}
