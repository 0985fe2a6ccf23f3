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
  saveFailed: 'We couldn’t save your settings. {{reason}}',
  unsaved: 'You have unsaved changes',
  loadFailed: 'We couldn’t load your settings.',
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes haven’t been saved and will be lost.',
    stay: 'Keep editing',
    discard: 'Discard changes',
  },
  language: 'Language',
  appearance: 'Appearance',
  perPage: 'Conversations per page',
  perPageOption: '{{count}} conversations',
  split: {
    title: 'Reading pane',
    hint: 'Show the conversation next to the list (wide screens only).',
    default: 'Off',
    right: 'On the right',
    bottom: 'Below',
  },
  images: {
    title: 'External images',
    hint: 'Loading images can tell the sender that you’ve read the message.',
    ask: 'Ask before loading',
    always: 'Always load',
  },
  folders: {
    system: 'System folders',
    own: 'Your folders',
    none: 'No folders yet. Create one to organise your mail.',
    counts: '{{total}}, {{unread}} unread',
    newInside: 'New folder in {{name}}',
    rename: 'Rename {{name}}',
    delete: 'Delete {{name}}',
  },
  blocked: {
    about: 'New mail from these people goes straight to Junk.',
    none: 'You haven’t blocked anyone.',
    how: 'To block someone, select a message from them, choose “Report junk”, then “Block and move to Junk”.',
    list: 'Blocked senders',
    unblock: 'Unblock',
    unblockWho: 'Unblock {{address}}',
    unblocked: '{{address}} is no longer blocked.',
    failed: 'We couldn’t unblock {{address}}. {{reason}}',
    blockFailed: 'We couldn’t block {{address}} again. {{reason}}',
    loadFailed: 'We couldn’t load your blocked senders.',
  },
};
