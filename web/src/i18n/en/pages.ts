import type { pages as vi } from '../vi/pages.ts';
import type { Words } from '../words.ts';

export const pages: Words<typeof vi> = {
  notFound: {
    title: 'Page not found',
    text: 'There is nothing at this address. The conversation or folder may have been deleted.',
    home: 'Go to the inbox',
  },
  forbidden: {
    title: 'You can’t open this page',
    owner: 'You are the owner, {{email}}. Active domains: {{domains}}.',
    noDomains: 'You are the owner, {{email}}. No domain is active at the moment.',
    member: 'Ask the account’s owner, {{owner}}, for access.',
  },
  serverError: {
    title: 'The server has a problem',
    text: 'Your mail is safe. This page goes back by itself in {{seconds}} seconds.',
  },
  badGateway: {
    title: 'The server can’t be reached',
    text: 'Your mail is safe. This page goes back by itself in {{seconds}} seconds.',
  },
  now: 'Go back now',
  chunkFailed: 'A part of the page did not load, maybe because there is a new version.',
};
