import { folderWords } from '@bocau/contract/folder-words-en.ts';
import type { folders as vi } from '../vi/folders.ts';
import type { Words } from '../words.ts';

export const folders: Words<typeof vi> = {
  names: folderWords,
  main: 'System folders',
  own: 'Your folders',
  ownNamed: '{{name}} (yours)',
  none: 'No folders yet.',
  waiting: 'Awaiting reply',
  labels: 'Labels',
  newLabel: 'New label',
  moreLabels_one: 'Show {{count, number}} empty label',
  moreLabels_other: 'Show {{count, number}} empty labels',
  lessLabels: 'Hide empty labels',
  services: 'Services',
  mail: 'Mail',
  calendar: 'Calendar',
  contacts: 'Contacts',
  drive: 'Drive',
  invoices: 'Invoices',
  merges: 'Mail merge',
  unread: '{{name}}, {{count}} unread',
  total_one: '{{name}}, {{count}} conversation',
  total_other: '{{name}}, {{count}} conversations',
  threads_one: '{{count}} conversation',
  threads_other: '{{count}} conversations',
  open: 'Expand {{name}}',
  shut: 'Collapse {{name}}',
  menu: {
    of: 'Actions for {{name}}',
    read: 'Mark all as read',
    unread: 'Mark all as unread',
    new: 'New folder',
    newInside: 'New subfolder',
    rename: 'Rename',
    move: 'Move folder',
    up: 'Move up',
    down: 'Move down',
    delete: 'Delete folder',
  },
  dialog: {
    name: 'Folder name',
  },
  picker: {
    search: 'Find a folder',
    list: 'Folders',
    create: 'Create folder “{{name}}”',
    nothing: 'No matching folders.',
  },
  provider: 'Provided by {{host}}',
  quota: {
    label: 'Storage',
    remaining: '{{used}} used, {{left}} left',
    remainingHint: 'Storage grows automatically as needed. Currently {{total}}.',
    share: '{{used}} ({{percent}}%) of {{total}}',
  },
  storage: {
    almost:
      'Your mailbox is almost full: {{percent}}% of {{total}} used. Delete messages with large attachments, then empty Trash to free up space.',
    full: 'Your mailbox is full ({{total}}). New mail may be rejected. Delete messages, then empty Trash to free up space.',
    find: 'Find large messages',
  },
  domain: {
    unverified:
      'The DNS of {{domain}} isn’t verified, so you can see your lists but not open messages. Contact the domain’s administrator.',
  },
  search: 'Search',
};
