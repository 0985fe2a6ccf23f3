import type { notifications as vi } from '../vi/notifications.ts';
import type { Words } from '../words.ts';

export const notifications: Words<typeof vi> = {
  one: 'New message',
  many_one: '{{count, number}} new message',
  many_other: '{{count, number}} new messages',
  newFrom: 'New message from {{sender}}: {{subject}}',
  backFrom: 'Snoozed message from {{sender}} is back: {{subject}}',
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
  content: {
    subject: 'Sender and subject',
    sender: 'Only the sender',
    nothing: 'Only that there is new mail',
  },
  push: {
    title: 'Notifications while the page is closed',
    hint: 'This device tells you of new mail even when Bồ Câu isn’t open. They are encrypted: the service that delivers them can’t read them.',
    unsupported: 'This browser tells you of new mail only while the page is open.',
    homeScreen:
      'On iPhone and iPad, add Bồ Câu to the Home Screen first: tap Share, then “Add to Home Screen”. Open Bồ Câu from its new icon and turn notifications on here.',
    failed: 'That didn’t work. Check your connection and try again.',
    notInStep:
      'Your latest change hasn’t reached the server, so notifications may still follow the previous choice. Check your connection and reload the page.',
    notOffered:
      'This server doesn’t send notifications while the page is closed. Ask your administrator if you need them.',
  },
  sound: 'Sound',
  quiet: 'Quiet hours',
  from: 'From',
  to: 'to',
};
