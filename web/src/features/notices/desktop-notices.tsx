import { isQuiet } from '@bocau/contract/quiet-hours.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after, now } from '../../lib/timers.ts';
import {
  createClaims,
  createNotifier,
  type NewMail,
  type Said,
} from '../../model/notifications/create-notifier.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { noticeClaims } from '../../parts/notifications/notice-claims.ts';
import { INBOX, notificationChoice } from '../../parts/notifications/notification-choice.ts';
import { playSound } from '../../parts/notifications/play-sound.ts';
import { shownName } from '../../parts/senders/sender-doubts.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';
import { useNavigate } from '../../router/router.tsx';
import { usePushes } from './use-pushes.ts';

const CHANNEL = 'bocau.notifications';
/** More at once are told as a number. */
const MOST = 3;

type Told = { title: string; body: string; address: string; tag?: string };

/** Tells of new mail outside of the page, for as long as this device wants that; shows nothing in the page. */
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
    // A browser that makes no sound has shown it all the same.
    if (sound) playSound().catch(() => undefined);
  };

  function show({ title, body, address, tag }: Told): void {
    // Its own sound is the system's; ours is chosen.
    const options = { body, silent: true, icon: '/icon.svg', ...(tag ? { tag } : {}) };
    // Of the kind that the worker shows: a push of the same message takes its place, and the worker hears the click.
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
    const channel = new BroadcastChannel(CHANNEL);
    const notifier = createNotifier({
      clock: { after: (ms, run) => ({ stop: after(ms, run) }) },
      tab: crypto.randomUUID(),
      channel: {
        say: (said) => channel.postMessage(said),
        hear: (listener) => {
          const hear = ({ data }: MessageEvent<Said>) => listener(data);
          channel.addEventListener('message', hear);
          return () => channel.removeEventListener('message', hear);
        },
      },
      claim: createClaims(noticeClaims),
      isLooking: () => document.visibilityState === 'visible' && document.hasFocus(),
      mayTell,
      tell: (mails) => tell.current(mails),
    });
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
      channel.close();
    };
  }, [model]);

  return null;
}

function addressIn(path: string, threadId?: string): string {
  return addressOf({ kind: 'folder', path }, 1, threadId);
}

function mayTell(): boolean {
  const { on, quiet, hours } = notificationChoice();
  const time = new Date(now()).toTimeString().slice(0, 5);
  return on && Notification.permission === 'granted' && !(quiet && isQuiet(hours, time));
}
