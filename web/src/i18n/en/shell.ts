import type { shell as vi } from '../vi/shell.ts';
import type { Words } from '../words.ts';

export const shell: Words<typeof vi> = {
  menu: 'Show or hide sidebar',
  account: 'My account',
  administration: 'Administration',
  accountMenu: 'Account: {{name}}',
  help: 'Help',
  feedback: 'Feedback',
  settings: 'Settings',
  home: 'Go to Inbox',
  skip: 'Skip to main content',
  startFailed: 'We couldn’t open your mailbox. Your mail is safe.',
};
