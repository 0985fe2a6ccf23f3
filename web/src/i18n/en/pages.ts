import type { pages as vi } from '../vi/pages.ts';
import type { Words } from '../words.ts';

export const pages: Words<typeof vi> = {
  notFound: {
    title: 'Page not found',
    text: 'There’s nothing at this address. The conversation or folder may have been deleted.',
    home: 'Go to Inbox',
  },
  serverError: 'Something went wrong on the server',
  screenFailed: 'This page couldn’t be shown',
  badGateway: 'Can’t reach the server',
  safe: 'Your mail is safe.',
  goingBack_one: 'Going back in {{count}} second.',
  goingBack_other: 'Going back in {{count}} seconds.',
  now: 'Go back now',
  chunkOffline:
    'You’re offline, and this part isn’t on your device yet. Open it again when you’re back online.',
  chunkFailed:
    'Part of the page didn’t load: the connection broke, or there’s a new version. Reload to get it.',
};
