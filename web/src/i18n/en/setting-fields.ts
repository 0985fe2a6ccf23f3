import type { settingFields as vi } from '../vi/setting-fields.ts';
import type { Words } from '../words.ts';

export const settingFields: Words<typeof vi> = {
  tabs: 'Settings sections',
  search: { label: 'Search settings', none: 'No matching settings.' },
  sections: {
    display: 'Display',
    reading: 'Reading',
    writing: 'Writing and sending',
    device: 'This device',
  },
  on: 'On',
  off: 'Off',
  conversations: {
    title: 'Conversation view',
    hint: 'Show a message and its replies as one row. When off, each message has its own row, and lists are sorted by date only.',
  },
  timeZone: {
    title: 'Time zone',
    hint: 'For scheduled and recurring mail, and for the times in quotes.',
    none: 'No matching time zones.',
    option: '{{place}} ({{offset}})',
  },
  imageSenders: 'Senders whose images are always loaded',
  delay: {
    title: 'Undo send',
    hint: 'Messages wait a moment before they’re sent, so you can undo.',
    off: 'Off (send immediately)',
    seconds: '{{count}} seconds',
  },
  invoices: {
    title: 'E-invoices',
    hint: 'Invoices in mail are shown as cards in the message and in a room of their own. Off hides both.',
  },
  outside: {
    title: 'Warn about outside recipients',
    hint: 'Show a line in the compose window when an address is outside your organisation.',
  },
  askOutside: {
    title: 'Ask before sending outside',
    hint: 'List the addresses outside your organisation and ask before each send.',
  },
  followUp: {
    title: 'Suggest reminders for replies',
    hint: 'When a message asks something, suggest a reminder in case nobody replies.',
  },
  spam: {
    title: 'Junk warning',
    hint: 'Tell me when a message is likely to be marked as junk.',
  },
  signature: {
    title: 'Signature',
    hint: 'Added at the end of new messages, replies and forwards, above the quote.',
    main: 'Main signature',
    list: 'Signatures',
    name: 'Signature name',
    nameless: 'Unnamed',
    newName: 'Signature {{number}}',
    unnamed: 'Give this signature a name.',
    add: 'Add a signature',
    full: 'You can have up to {{count}} signatures.',
    remove: 'Delete this signature',
    removed: 'The signature “{{name}}” will be deleted when you save.',
    none: 'No signature',
    forNew: 'Signature for new messages',
    forAnswers: 'Signature for replies and forwards',
    loadFailed: 'We couldn’t load your other signatures.',
    label: 'Text of the signature',
    placeholder: 'Write a signature…',
    noFiles: 'Signatures can only have text and images; files aren’t added.',
    faults: {
      long: 'The signature is longer than 10,000 characters, formatting included.',
      manyImages: 'A signature can have up to 5 images.',
      largeImages: 'The images in the signature are larger than 500 KB in total.',
      noImage: 'Images in a signature must be PNG, JPEG, GIF or WebP.',
      lostImage: 'An image in the signature is missing. Remove it and add it again.',
    },
    refused: 'The signature wasn’t saved, and the editor has been emptied.',
    putBack: 'Put my text back',
  },
  tracking: {
    title: 'Track opens',
    hint: 'New messages are sent with tracking, so you know when they’re opened. You can change this per message.',
  },
};
