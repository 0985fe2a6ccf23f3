import type { letters as vi } from '../vi/letters.ts';
import type { Words } from '../words.ts';

export const letters: Words<typeof vi> = {
  compose: 'Compose',
  titles: { new: 'New message', reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' },
  goOn: 'Go on writing',
};
