import type { PushMessage } from '@bocau/contract/push.ts';
import type { Settings } from '@bocau/contract/settings.ts';
import {
  dayOfReminder,
  lateWords,
  titleWords,
  whenWords,
  wordsOf,
} from '../../calendar/reminders/reminder-words.ts';
import type { ToldReminder } from '../../calendar/reminders/reminders.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { clipped, isQuietNow } from './compose-push.ts';
import type { Subscription } from './push.store.ts';

const TITLE_LENGTH = 200;
const PLACE_LENGTH = 200;

/**
 * What a browser is told of a reminder; null in quiet hours. What is chosen for mail holds here too: where a notice
 * has no subjects, private events have no title, and where it has nothing, no event has one.
 */
export function composeReminder(
  clock: Clock,
  subscription: Subscription,
  reminder: ToldReminder,
  settings: Pick<Settings, 'language' | 'time_zone'>,
): PushMessage | null {
  if (isQuietNow(clock, subscription, settings.time_zone)) return null;
  const { content } = subscription;
  const words = wordsOf(settings);
  const told = {
    ...({ kind: 'reminder', id: reminder.id, language: settings.language } as const),
    path: reminder.is_task ? '/calendar/tasks' : `/calendar/day/${dayOfReminder(reminder, settings)}`,
  };
  if (content === 'nothing') return { ...told, title: words.reminder, body: '' };
  const isHidden = reminder.is_private && content !== 'subject';
  const place = isHidden ? '' : clipped(reminder.place, PLACE_LENGTH);
  const when = [whenWords(reminder, settings), place].filter(Boolean).join(' · ');
  return {
    ...told,
    title: isHidden
      ? words[reminder.is_task ? 'privateTask' : 'private']
      : clipped(titleWords(reminder, settings), TITLE_LENGTH),
    body: [when, lateWords(reminder, settings)].filter(Boolean).join('\n'),
  };
}
