import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { NewMail } from '../../model/notifications/create-notifier.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { INBOX, notificationChoice } from '../../parts/notifications/notification-choice.ts';
import { openNotifier } from '../../parts/notifications/open-notifier.ts';
import { playSound } from '../../parts/notifications/play-sound.ts';
import { shownName } from '../../parts/senders/sender-doubts.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';
import { useNavigate } from '../../router/router.tsx';
import { usePushes } from './use-pushes.ts';

/** More than these at once are only counted. */
const MOST = 3;

type Told = { title: string; body: string; address: string; tag?: string };

/** System notifications of new mail, if enabled on this device; renders nothing. */
export function DesktopNotices() {
  const { t } = useTranslation();
  const model = useMailModel();
  const navigate = useNavigate();

  const tell = useRef((_mails: readonly NewMail[]) => {});
  tell.current = (mails) => {
    const { content, sound } = notificationChoice();
    if (mails.length > MOST) {
      const [folder = INBOX, other] = new Set(mails.map((mail) => mail.folder));
      const title = t('notifications.many', { count: mails.length });
      show({ title, body: '', address: addressIn(other ? INBOX : folder) });
    } else {
      for (const { messageId, threadId, folder, sender, subject } of mails) {
        const title = content === 'nothing' ? t('notifications.one') : sender;
        const body = { subject, sender: t('notifications.one'), nothing: '' }[content];
        show({ title, body, address: addressIn(folder, threadId), tag: messageId });
      }
    }
    // Where the browser refuses the sound, the notification was shown all the same.
    if (sound) playSound().catch(() => undefined);
  };

  function show({ title, body, address, tag }: Told): void {
    // Silent, since its own sound would be the system's; the program plays its own sound if enabled.
    const options = { body, silent: true, icon: '/icon.svg', ...(tag ? { tag } : {}) };
    // Shown by the service worker, which handles the click: a push of the same message then replaces it.
    if (worker.current) {
      void worker.current.showNotification(title, { ...options, data: { path: address } });
      return;
    }
    const shown = new Notification(title, options);
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      void navigate(address);
    });
  }

  const worker = usePushes(navigate);
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    const notifier = openNotifier<NewMail>((mails) => tell.current(mails));
    const stopListening = model.onEvent((event) => {
      if (event.kind !== 'new-mail') return;
      const { id: threadId, from, subject, mailbox_name: folder, folder_id } = event.thread;
      if (!notificationChoice().folders.includes(folder === INBOX ? INBOX : folder_id)) return;
      const sender = shownName(from);
      notifier.take({
        messageId: event.messageId,
        threadId,
        folder,
        sender,
        subject: subjectWords(words.current, subject),
      });
    });
    return () => {
      stopListening();
      notifier.stop();
    };
  }, [model]);

  return null;
}

function addressIn(path: string, threadId?: string): string {
  return addressOf({ kind: 'folder', path }, 1, threadId);
}
