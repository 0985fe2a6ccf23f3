import type { help as vi } from '../vi/help.ts';
import type { Words } from '../words.ts';

export const help: Words<typeof vi> = {
  search: 'Search help',
  pages: 'Help pages',
  none: 'No page says anything about “{{text}}”.',
};
