export const notices = {
  area: 'Notifications',
  lost: {
    title: 'You’re offline',
    text: 'You can keep reading what’s loaded. Changes will be sent when you’re back online.',
    reloadIn_one: 'Trying again in {{count}} second',
    reloadIn_other: 'Trying again in {{count}} seconds',
    tryNow: 'Try now',
  },
} as const;
