import type { account as vi } from '../vi/account.ts';
import type { Words } from '../words.ts';

export const account: Words<typeof vi> = {
  title: 'My account',
  back: 'Back to mail',
  email: 'Email address',
  name: 'Display name',
  noName: 'Not set',
  domain: 'Domain',
  verified: 'Verified',
  unverified: 'Not verified',
  unverifiedHint: 'The DNS of this domain is not verified, so only lists can be read.',
  askOwner: 'Contact {{owner}}.',
  storage: 'Storage',
  used: '{{used}} used',
  left: '{{left}} of {{total}} available',
  unlimited: 'Storage is not limited.',
  device: 'This device',
  signOutHint: 'Signing out removes the mail that is kept in this browser.',
  loadFailed: 'Your account could not be read.',
};
