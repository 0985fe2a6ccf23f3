import type { laterShell as vi } from '../vi/later-shell.ts';
import type { Words } from '../words.ts';

export const laterShell: Words<typeof vi> = {
  mailLinks: 'Use Bồ Câu for email links',
  theme: { title: 'Appearance', light: 'Light', dark: 'Dark', system: 'Match device' },
};
