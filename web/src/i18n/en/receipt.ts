import type { receipt as vi } from '../vi/receipt.ts';
import type { Words } from '../words.ts';

export const receipt: Words<typeof vi> = {
  asks: '{{sender}} asks you to confirm that you’ve read this message.',
  elsewhere: 'The receipt would go to {{address}}, which isn’t where this message came from.',
  send: 'Send receipt',
  decline: 'Don’t send',
  sent: 'You sent a read receipt.',
  declined: 'You chose not to send a read receipt.',
  waiting: 'Read receipt requested. No one has confirmed yet.',
  displayed: '{{who}} confirmed opening this message, {{time}}',
  more: 'and {{count}} more',
  noProof: 'This is what the recipient’s mail program reports. It isn’t proof.',
};
