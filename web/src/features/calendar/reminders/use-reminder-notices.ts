import type { Reminder } from '@bocau/contract/calendar.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { CALENDAR_TASKS, calendarAddressOf } from '../../../parts/calendar/calendar-address.ts';
import { focusWish } from '../../../parts/calendar/focus-wish.ts';
import { readView } from '../../../parts/calendar/kept-view.ts';
import { notificationChoice } from '../../../parts/notifications/notification-choice.ts';
import { openNotifier } from '../../../parts/notifications/open-notifier.ts';
import { playSound } from '../../../parts/notifications/play-sound.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { useNavigate } from '../../../router/router.tsx';
import { PHONE } from '../../../ui/breakpoints.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { spanWords, titleOf } from '../calendar-words.ts';

type Told = { messageId: string; reminder: Reminder };

/**
 * Shows notifications of the system for reminders that come while nobody looks, by what was chosen for mail on this
 * device, and takes them away with the reminders. Each is told once, here or by the service worker.
 */
export function useReminderNotices(standing: readonly Reminder[]): void {
  const spoken = useTranslation();
  const { time_zone: zone } = useSettings();
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const open = useRef(new Map<string, () => void>());
  const notifier = useRef<ReturnType<typeof openNotifier<Told>> | null>(null);
  const seen = useRef(new Set<string>());

  const tell = useRef((_told: readonly Told[]) => {});
  tell.current = (told) => {
    for (const { reminder } of told) void show(reminder);
    if (notificationChoice().sound) playSound().catch(() => undefined);
  };

  async function show(reminder: Reminder): Promise<void> {
    const { t } = spoken;
    const { content, pushed } = notificationChoice();
    const isHidden = content === 'nothing' || (reminder.is_private && content !== 'subject');
    const none = t(content === 'nothing' ? 'calendar.reminded.one' : 'calendar.reminded.private');
    const title = isHidden ? none : titleOf(spoken, reminder.title);
    const span = spanOf(reminder, zone);
    const body = content === 'nothing' ? '' : spanWords(spoken, span, reminder.kind);
    const day = dayOfWall(span.start);
    const path = reminder.is_task ? CALENDAR_TASKS : calendarAddressOf(readView(isPhone), day);
    const options = { body, silent: true, icon: '/icon.svg', tag: reminder.id };
    const worker = pushed === null ? undefined : await navigator.serviceWorker?.getRegistration();
    // Its click is handled by the worker, and a push of the same reminder replaces it.
    if (worker) return worker.showNotification(title, { ...options, data: { path } });
    const shown = new Notification(title, options);
    open.current.set(reminder.id, () => shown.close());
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      if (!reminder.is_task) focusWish.set({ go: 'soon', one: reminder, day, opens: true });
      void navigate(path);
    });
  }

  useEffect(() => {
    const made = openNotifier<Told>((told) => tell.current(told));
    notifier.current = made;
    return made.stop;
  }, []);

  useEffect(() => {
    const ids = new Set(standing.map(({ id }) => id));
    for (const reminder of standing) {
      if (!seen.current.has(reminder.id)) notifier.current?.take({ messageId: reminder.id, reminder });
    }
    const over = [...seen.current].filter((id) => !ids.has(id));
    seen.current = ids;
    if (over.length > 0) void close(over, open.current);
  }, [standing]);
}

async function close(ids: readonly string[], open: Map<string, () => void>): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const id of ids) {
    open.get(id)?.();
    open.delete(id);
    for (const notice of (await worker?.getNotifications({ tag: id })) ?? []) notice.close();
  }
}
