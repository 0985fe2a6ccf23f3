import type { messages as vi } from '../vi/messages.ts';
import type { Words } from '../words.ts';

export const messages: Words<typeof vi> = {
  compose: 'Compose',
  sendingOff: 'Sending is turned off for this mailbox. Ask your administrator.',
};
