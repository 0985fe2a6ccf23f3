import type { devices as vi } from '../vi/devices.ts';
import type { Words } from '../words.ts';

export const devices: Words<typeof vi> = {
  title: 'Phones and mail apps',
  about: 'Read and send this mailbox’s mail on your phone, in Outlook, Thunderbird or another app.',
  aboutContacts: 'Contacts and calendars share the password with mail: one password for each device.',
  contactsAlone:
    'This server does not open mail to other programs. Contacts and calendars can be synchronised with phones and other programs.',
  which: 'Which device or app do you want to set up?',
  kinds: {
    apple: 'iPhone, iPad, Mac',
    android: 'Android',
    outlook: 'Outlook',
    thunderbird: 'Thunderbird',
    other: 'Another app',
  },
  names: {
    apple: '{{name}}’s iPhone',
    android: '{{name}}’s phone',
    outlook: '{{name}}’s Outlook',
    thunderbird: '{{name}}’s Thunderbird',
    other: '{{name}}’s mail app',
  },
  password: {
    title: '1. Create a password for this device',
    about:
      'The device signs in with a password of its own, not with your account’s. If you lose the device, you only have to revoke this password.',
    name: 'Device name',
    missing: 'Enter a name for the device.',
    make: 'Create password',
    all: 'See and revoke app passwords',
    once: 'Enter this password when the device asks for it. It’s shown only once.',
    carried: 'The QR code in step 2 brings this password, so you don’t type it. It’s shown only once.',
  },
  on: {
    apple: '2. On your iPhone, iPad or Mac',
    android: '2. On your Android phone',
    outlook: '2. In Outlook',
    thunderbird: '2. In Thunderbird',
    other: '2. In your mail app',
    contacts: '2. Add contacts and calendars to the device',
  },
  steps: {
    apple: {
      download: 'Open the link that appears, tap “Download profile”, then choose Allow.',
      install:
        'Open Settings, choose “Profile Downloaded” at the top, then Install. The device may say that the profile isn’t signed: go on.',
      done: 'Open the Mail app: your mailbox is there.',
      doneBoth:
        'Open the Mail app: your mailbox is there. Your contacts and events are in the Contacts and Calendar apps.',
    },
    android: {
      open: 'Open the Gmail app, tap your picture, choose “Add another account”, then “Other”.',
      address: 'Enter {{email}} and choose IMAP as the type of account.',
      enter: 'Enter the password from step 1. If you’re asked for servers, enter those below.',
      contacts:
        'For your contacts and calendars, install DAVx5, choose login with URL and user name, and enter the address below, {{email}} and the password from step 1.',
    },
    outlook: {
      open: 'Choose File, then Add Account.',
      address: 'Enter {{email}} and choose Connect. If you’re asked for the type of account, choose IMAP.',
      enter: 'Enter the password from step 1. If you’re asked for servers, enter those below.',
    },
    thunderbird: {
      open: 'Open the menu at the top right, choose New Account, then Email.',
      address: 'Enter your name, {{email}} and the password from step 1, then choose Continue.',
      finish: 'Thunderbird finds the servers by itself. Choose Finish.',
      contacts:
        'For your contacts, add a CardDAV address book in the address book; for your calendars, add a network calendar in the calendar. Enter {{email}} and the address below for both.',
    },
    other: {
      open: 'Add a mail account; choose IMAP if you’re asked for a type.',
      address: 'Enter {{email}}, the password from step 1 and the servers below.',
      contacts:
        'For your contacts and calendars, add a CardDAV and a CalDAV account with the address below and the same password.',
    },
  },
  code: {
    first: 'Create the password in step 1. The QR code to scan then appears here.',
    scan: 'Open the camera of your iPhone or iPad and scan this code.',
    label: 'QR code that opens the mail profile for iPhone and iPad',
    once: 'The code brings your address and the password. It works once, for 10 minutes. Let no one else photograph it.',
    here: 'Open on this device',
    again: 'New code',
    none: 'An iPhone, iPad or Mac gets its profile by a QR code.',
    make: 'Create QR code',
    over: 'The QR code has expired.',
  },
  servers: 'Servers, if you have to enter them',
  contacts: 'Contacts and calendars (CardDAV, CalDAV)',
  contactsAddress: 'Address of contacts and calendars',
  arrival: {
    waiting: 'Waiting for “{{name}}” to connect…',
    arrived: '“{{name}}” is connected.',
    over: '“{{name}}” hasn’t connected. Go through the steps above again.',
    again: 'Check again',
  },
  again: 'Set up another device',
};
