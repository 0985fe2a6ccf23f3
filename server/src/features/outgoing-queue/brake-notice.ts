import { createHash } from 'node:crypto';
import { readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import type { BrakeNoticeJob } from '../../mail/outbox/brake-sender.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { BRAKE_WORDS } from './brake-words.ts';
import { readAdministrators } from './brakes.store.ts';

export type BrakeNoticeDeps = NoticeDeps & { config: { http: { publicUrl: string } } };

/** Each administrator of the sender gets one message about it in their inbox. */
export async function fileBrakeNotices(
  deps: BrakeNoticeDeps,
  { mailboxId, brake, count, at }: BrakeNoticeJob,
): Promise<void> {
  const { db, config } = deps;
  const { email: sender } = await readOwner(db, mailboxId);
  const link = new URL('/admin/senders', config.http.publicUrl).href;
  for (const administrator of await readAdministrators(db, mailboxId)) {
    const [{ domain, email: to }, { language }] = await Promise.all([
      readOwner(db, administrator),
      readSettings(db, administrator),
    ]);
    const words = BRAKE_WORDS[language];
    const deliveryKey = createHash('sha256')
      .update(`braked ${mailboxId} ${at} ${administrator}`)
      .digest('hex');
    const raw = writeNotice({
      id: `brake-${deliveryKey.slice(0, 32)}`,
      at,
      domain,
      to,
      subject: words.subject(sender),
      text: words.text(brake, { sender, count, link, own: administrator === mailboxId }),
    });
    await fileNotice(deps, administrator, { raw, at, deliveryKey });
  }
}
