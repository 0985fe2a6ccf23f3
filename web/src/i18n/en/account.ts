import type { account as vi } from '../vi/account.ts';
import type { Words } from '../words.ts';

export const account: Words<typeof vi> = {
  title: 'My account',
  pages: {
    home: 'Overview',
    profile: 'Profile',
    protect: 'Security',
    password: 'Password',
    twoStep: 'Two-step sign-in',
  },
  back: 'Back to mail',
  email: 'Email address',
  name: 'Full name',
  editProfile: 'Edit profile',
  noName: 'Not set',
  domain: 'Domain',
  verified: 'Verified',
  unverified: 'Not verified',
  unverifiedHint: 'This domain’s DNS isn’t verified, so you can see your lists but not open messages.',
  askOwner: 'Contact {{owner}}.',
  storage: 'Storage',
  used: '{{used}} used',
  left: '{{left}} of {{total}} available',
  unlimited: 'Unlimited storage',
  device: 'This device',
  signOutHint: 'Signing out removes mail stored in this browser.',
  loadFailed: 'We couldn’t load your account.',
};
