import type { merging as vietnamese } from '../vi/merging.ts';
import type { Words } from '../words.ts';

export const merging: Words<typeof vietnamese> = {
  begin: 'Mail merge: send to each…',
  palette: 'Mail merge: send to each person in a list',
  all: 'Mail merges',
  notSaved: 'The draft could not be saved, so the merge can’t begin yet. Try again.',
  people_one: 'To {{count}} person in {{name}}, separately',
  people_other: 'To each of {{count, number}} people in {{name}}',
  insert: 'Insert column',
  columns: 'Columns of the list',
  columnsFound_one: '{{count}} column',
  columnsFound_other: '{{count}} columns',
  review: 'Check and send',
  refusals: {
    title: 'People who opted out of mail merges',
    about:
      'These addresses are left out of all mail merges: they opted out in a message, or you added them.',
    none: 'Nobody yet. Whoever opts out in one of your messages shows here and gets no more mail merges.',
    list: 'Addresses that opted out of mail merges',
    search: 'Find an address',
    noneFound: 'No address matches.',
    add: 'Add address',
    addLabel: 'Address to leave out',
    wrong: 'Not an email address: {{address}}',
    added_one: 'Added {{count}} address.',
    added_other: 'Added {{count}} addresses.',
    byLink: 'opted out on {{date}}',
    byPerson: 'added on {{date}}',
    remove: 'Remove',
    removeOf: 'Remove {{address}} from the list',
    removed: 'Removed {{address}}. Send to them again only if they want it.',
    more: 'Show more',
    loadFailed: 'Could not load this list.',
    failed: 'That didn’t work. {{reason}}',
  },
};
