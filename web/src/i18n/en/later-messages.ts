import type { laterMessages as vi } from '../vi/later-messages.ts';
import type { Words } from '../words.ts';

export const laterMessages: Words<typeof vi> = {
  makeTask: 'Make a task',
  makeEvent: 'Make an event',
  block: 'Block this sender',
  report: 'Report spam or phishing',
  forwardAsAttachment: 'Forward as attachment',
  tooManyToAttach: 'Only {{count}} messages can be forwarded as attachments at once.',
  tooLargeToAttach: 'The message is larger than 25 MB, so it can’t be attached.',
};
