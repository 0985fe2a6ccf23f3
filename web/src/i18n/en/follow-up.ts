/** Reminders where nobody answers. */
export const followUp = {
  title: 'Remind me if nobody replies',
  in_one: 'In {{count}} day',
  in_other: 'In {{count}} days',
  confirm: 'Set reminder',
  far: 'A reminder can be two years away at most.',
  chip_one: 'Reminder in {{count}} day if nobody replies',
  chip_other: 'Reminder in {{count}} days if nobody replies',
  chipAt: 'Reminder on {{time}} if nobody replies',
  remove: 'Remove the reminder',
  ask: 'Awaiting a reply to “{{words}}”?',
  others: 'More about the reminder',
  accept_one: 'Remind me in {{count}} day',
  accept_other: 'Remind me in {{count}} days',
  dismiss: 'Dismiss',
  never: 'Don’t suggest again',
  neverDone: 'No more suggestions. Turn them on again in Settings, under writing.',
} as const;
