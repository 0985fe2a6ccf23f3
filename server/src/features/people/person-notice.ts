import { createHash } from 'node:crypto';
import { readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';

type Words = { subject: string; text: readonly string[] };

/** Notifies a person, in their language, of what an administrator did to their account: once per `about`. */
export async function filePersonNotice(
  deps: NoticeDeps,
  mailboxId: number,
  { about, at, words }: { about: string; at: number; words: Record<'vi' | 'en', Words> },
): Promise<void> {
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(deps.db, mailboxId),
    readSettings(deps.db, mailboxId),
  ]);
  const deliveryKey = createHash('sha256').update(`${about} ${mailboxId} ${at}`).digest('hex');
  const { subject, text } = words[language];
  const raw = writeNotice({ id: `notice-${deliveryKey.slice(0, 32)}`, at, domain, to: email, subject, text });
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
}
