import { folderWords } from '@bocau/contract/folder-words-en.ts';
import type { folders as vi } from '../vi/folders.ts';
import type { Words } from '../words.ts';

export const folders: Words<typeof vi> = {
  names: folderWords,
  main: 'System folders',
  own: 'Your folders',
  none: 'No folders yet.',
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
    delete: 'Delete folder',
  },
  dialog: {
    name: 'Folder name',
    inside: 'In {{name}}.',
    create: 'Create folder',
    created: 'Folder {{name}} created.',
    renamed: 'Renamed to {{name}}.',
    deleted: 'Folder {{name}} deleted.',
    deleteTitle: 'Delete folder {{name}}?',
    deleteEmpty: 'This folder is empty. Deleting it can’t be undone.',
    deleteFilled: 'This folder has {{threads}}. Choose what happens to them.',
    deleteNested: 'This folder and its subfolders have {{threads}}. Choose what happens to them.',
    subfolders: 'Its subfolders will be deleted too; they’re empty.',
    moveAll: 'Move the messages to another folder',
    removeAll: 'Permanently delete all messages',
    removeHint: 'This can’t be undone.',
    target: 'Move to',
    moveAndDelete: 'Move messages and delete folder',
    removeAndDelete: 'Delete folder and {{threads}}',
    notEmpty: 'The folder {{name}} isn’t empty, so it wasn’t deleted.',
  },
  fault: {
    required: 'Enter a folder name.',
    slash: 'A name can’t contain a slash (/).',
    dots: 'A name can’t be just dots.',
    long: 'This name is too long. Use up to {{most}} characters.',
    exists: 'This name is already taken. Choose another one.',
    notAllowed: 'You can’t create more folders here.',
  },
  picker: {
    search: 'Find a folder',
    list: 'Folders',
    create: 'Create folder “{{name}}”',
    nothing: 'No matching folders.',
  },
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
