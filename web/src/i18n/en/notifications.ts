import type { notifications as vi } from '../vi/notifications.ts';
import type { Words } from '../words.ts';

export const notifications: Words<typeof vi> = {
  one: 'New message',
  many_one: '{{count, number}} new message',
  many_other: '{{count, number}} new messages',
  newFrom: 'New message from {{sender}}: {{subject}}',
  found_one: '{{count, number}} conversation found.',
  found_other: '{{count, number}} conversations found.',
  foundMore_one: 'More than {{count, number}} conversation found.',
  foundMore_other: 'More than {{count, number}} conversations found.',
  foundNothing: 'No conversations found.',
  title: 'Desktop notifications',
  folders: 'Folders',
  hint: 'Tells you of new mail while you aren’t looking at this page. Takes effect immediately, in this browser only.',
  on: 'On',
  off: 'Off',
  unsupported: 'This browser can’t show notifications.',
  denied:
    'Your browser is blocking notifications from this page. To allow them, click the icon to the left of the page’s address, find “Notifications” and choose “Allow”. Then turn them on here.',
  shown: 'What a notification says',
  all: 'Sender and subject',
  little: 'Only that there is new mail',
  sound: 'Sound',
  quiet: 'Quiet hours',
  from: 'From',
  to: 'to',
};
