import type { autoReply as vi } from '../vi/auto-reply.ts';
import type { Words } from '../words.ts';

export const autoReply: Words<typeof vi> = {
  title: 'Automatic reply',
  hint: 'Each person gets at most one reply every 4 days. Newsletters, automatic mail, spam and mail whose sender can’t be verified get none.',
  on: 'On',
  off: 'Off',
  state: {
    running: 'Replying automatically.',
    runningUntil: 'Replying automatically until the end of {{day}}.',
    waiting: 'Starts on {{day}}.',
    ended: 'Ended on {{day}}.',
  },
  first: 'First day',
  last: 'Last day',
  hasEnd: 'Has an end date',
  subject: 'Subject',
  subjectEmpty: 'Automatic reply',
  subjectAbout:
    'If empty: “Automatic reply”. People in your organisation, and those you’ve written to, see “Auto:” and their own subject.',
  body: 'Message',
  bodyExample: 'Thank you for your message. I’m away until {{day}} and will reply when I’m back.',
  tellAgain: 'Reply again to people who got the previous message',
  onlyOrganisation: 'Only reply to people at {{domain}}',
  preview: {
    open: 'Preview',
    title: 'What people who write to you get',
    from: 'From',
    subject: 'Subject',
    close: 'Close',
  },
  problem: {
    first: 'Enter the first day.',
    last: 'Enter the last day.',
    order: 'The last day can’t be before the first.',
    body: 'Write a message.',
  },
  loadFailed: 'The automatic reply couldn’t be loaded.',
  banner: {
    label: 'Automatic reply',
    running: 'Automatic reply is on',
    runningUntil: 'Automatic reply is on until the end of {{day}}',
    turnOff: 'Turn off',
    turnOffLabel: 'Turn off the automatic reply',
    turnedOff: 'Automatic reply is off.',
    failed: 'The automatic reply couldn’t be turned off. {{reason}}',
    backFailed: 'The automatic reply couldn’t be turned on again. {{reason}}',
  },
};
