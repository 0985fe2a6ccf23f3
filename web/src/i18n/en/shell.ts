import type { shell as vi } from '../vi/shell.ts';
import type { Words } from '../words.ts';

export const shell: Words<typeof vi> = {
  menu: 'Open the folder menu',
  account: 'My account',
  accountMenu: 'Account {{name}}',
  settings: 'Settings',
  mailLinks: 'Open mail links with Bồ Câu',
  home: 'Go to the inbox',
  skip: 'Skip to the content',
  theme: { title: 'Appearance', light: 'Light', dark: 'Dark', system: 'As the device' },
  starting: 'Opening your mailbox…',
  startFailed: 'Your mailbox could not be opened. Your mail is safe.',
};
