export const notices = {
  area: 'Notices',
  lost: {
    title: 'Not connected',
    text: 'What was loaded stays readable. What you do now is sent when the connection is back.',
    reloadIn: 'Reloading in {{seconds}} s',
    tryNow: 'Try now',
  },
} as const;
