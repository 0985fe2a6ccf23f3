import type { removed as vi } from '../vi/removed.ts';
import type { Words } from '../words.ts';

export const removed: Words<typeof vi> = {
  title: 'Recently removed by a mail program',
  note_one: 'A mail program removed these messages. You can restore them for {{count}} day.',
  note_other: 'A mail program removed these messages. You can restore them for {{count}} days.',
  restore: 'Restore',
  restored: 'Restored',
  restoreAll_one: 'Restore {{count, number}} message',
  restoreAll_other: 'Restore all {{count, number}} messages',
  allRestored: 'All restored',
  stop: 'Stop',
  progress: 'Restored {{done, number}} of {{total, number}} messages',
  more: 'Show more',
};
