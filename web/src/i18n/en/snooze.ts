/** Until when a conversation is put aside. */
export const snooze = {
  title: 'Snooze {{threads}} until when?',
  thisMorning: 'This morning',
  afternoon: 'This afternoon',
  tonight: 'Tonight',
  tomorrow: 'Tomorrow morning',
  weekend: 'Weekend',
  monday: 'Next Monday',
  reply: 'When someone replies',
  untilReply: 'someone replies',
  pick: 'Pick a date and time…',
  day: 'Date',
  time: 'Time',
  confirm: 'Snooze',
  faults: {
    none: 'Enter a date and a time, such as 25/12/2026 08:00.',
    past: 'This time has passed. Choose one that is still to come.',
    far: 'A conversation can be snoozed for two years at most.',
  },
} as const;
