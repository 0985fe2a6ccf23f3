import type { personCard as vi } from '../vi/person-card.ts';
import type { Words } from '../words.ts';

export const personCard: Words<typeof vi> = {
  copy: 'Copy {{email}}',
  copied: 'Address copied.',
  contact: 'In your contacts',
  contactFailed: 'We couldn’t look in your contacts.',
  call: 'Call {{phone}}',
  latest: 'Recent conversations',
  noOthers: 'No other conversations yet.',
  threadsFailed: 'We couldn’t load recent conversations.',
  write: 'Write',
  all: 'All mail with {{email}}',
  add: 'Add to contacts',
  addFailed: 'Not added to your contacts. {{reason}}',
  open: 'Open the contact',
  block: 'Block this sender',
};
