import type { settings as vi } from '../vi/settings.ts';
import type { Words } from '../words.ts';

export const settings: Words<typeof vi> = {
  title: 'Settings',
  tabs: {
    general: 'General',
    folders: 'Folders',
    customfilters: 'Blocked senders',
  },
  saved: 'Settings saved.',
  saveFailed: 'The settings could not be saved. {{reason}}',
  unsaved: 'There are unsaved changes',
  loadFailed: 'The settings could not be read.',
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page is not saved and will be lost.',
    stay: 'Stay',
    discard: 'Discard changes',
  },
  language: 'Language',
  appearance: 'Appearance',
  perPage: 'Conversations per page',
  perPageOption: '{{count}} conversations',
  split: {
    title: 'Reading pane',
    hint: 'Read a conversation beside its list. Only on wide screens.',
    default: 'Off',
    right: 'On the right',
    bottom: 'Below',
  },
  images: {
    title: 'Remote images',
    hint: 'Loading images can tell the sender that you have read the message.',
    ask: 'Ask before loading',
    always: 'Always load',
  },
  folders: {
    system: 'Main folders',
    own: 'Your folders',
    none: 'No folders yet. Make one to sort your mail your way.',
    counts: '{{total}}, {{unread}} unread',
    newInside: 'New folder inside {{name}}',
    rename: 'Rename {{name}}',
    delete: 'Delete {{name}}',
  },
  blocked: {
    about: 'New mail from these people goes straight to Junk.',
    none: 'You have not blocked anyone.',
    how: 'To block someone, select a message from them, choose “Report spam”, then “Move and block”.',
    list: 'Blocked senders',
    unblock: 'Unblock',
    unblockWho: 'Unblock {{address}}',
    unblocked: '{{address}} is no longer blocked.',
    failed: '{{address}} could not be unblocked. {{reason}}',
    blockFailed: '{{address}} could not be blocked again. {{reason}}',
    loadFailed: 'The blocked senders could not be read.',
  },
};
