import type { contactPeople as vietnamese } from '../vi/contact-people.ts';
import type { Words } from '../words.ts';

export const contactPeople: Words<typeof vietnamese> & {
  others: Record<'sent_one' | 'received_one', string>;
} = {
  directory: {
    title: 'Directory',
    search: 'Search the directory',
    departments: 'Departments',
    findDepartment: 'Find a department',
    noDepartment: 'There is no such department.',
    allDepartments: 'All departments',
    ofDepartment: 'Department: {{name}}',
    department: 'Department',
    manager: 'Manager',
    empty: {
      title: 'Nobody in the directory yet',
      text: 'The people of your organisation appear here.',
    },
    hidden: {
      title: 'The directory is not shown',
      text: 'An administrator of your organisation has turned it off. You can write to colleagues as before.',
    },
    notFound: 'Try a name without accents, a title, a department, or the last digits of a number.',
    gone: {
      title: 'This person is not in the directory',
      text: 'The account may have another address, or is no longer used.',
    },
    none: 'Select a person to see more about them',
  },
  others: {
    title: 'Other people',
    about: 'People you have written to and not saved as contacts, the most frequent first.',
    search: 'Search other people',
    empty: {
      title: 'Nobody here yet',
      text: 'People you have written to and not saved as contacts appear here.',
    },
    notFound: 'Try a name without accents, or a part of an address.',
    gone: {
      title: 'This person is no longer here',
      text: 'They may have been saved as a contact, or removed from suggestions.',
    },
    sent: '{{count, number}} messages sent',
    sent_one: '1 message sent',
    received: '{{count, number}} received',
    received_one: '1 received',
    last: 'last {{at}}',
    exchanged: 'Messages exchanged',
    forget: 'Remove from suggestions',
    forgotten: '“{{name}}” is no longer suggested',
    forgetFailed: 'The person could not be removed from suggestions.',
  },
  write: 'Write',
  add: 'Add to contacts',
  open: 'Open in contacts',
  allMail: 'All mail with {{email}}',
  addFailed: 'The person could not be added to your contacts.',
  failed: 'This person could not be loaded',
};
