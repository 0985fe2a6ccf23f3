import type { laterPages as vi } from '../vi/later-pages.ts';
import type { Words } from '../words.ts';

export const laterPages: Words<typeof vi> = {
  forbidden: {
    title: 'You can’t open this page',
    owner:
      'You’re signed in as the owner, {{email}}. This page isn’t available for your account. Active domains: {{domains}}.',
    noDomains:
      'You’re signed in as the owner, {{email}}. This page isn’t available for your account. No domain is active at the moment.',
    member: 'Ask the account owner, {{owner}}, for access.',
  },
};
