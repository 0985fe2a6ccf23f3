import type { account as vi } from '../vi/account.ts';
import type { Words } from '../words.ts';

export const account: Words<typeof vi> = {
  title: 'My account',
  pages: {
    home: 'Overview',
    profile: 'Profile',
    verify: 'Verify account',
    protect: 'Security',
    password: 'Password',
    twoStep: 'Two-step sign-in',
    devices: 'Phones and mail apps',
    admin: 'Administration',
  },
  back: 'Back to mail',
  email: 'Email address',
  name: 'Full name',
  editProfile: 'Edit profile',
  noName: 'Not set',
  phone: 'Phone',
  verifyHint:
    'A verified number can receive sign-in codes and help you reset your password, if your domain allows it.',
  verifyNow: 'Verify',
  changePhone: 'Change number',
  domain: 'Domain',
  verified: 'Verified',
  unverified: 'Not verified',
  unverifiedHint: 'This domain’s DNS isn’t verified, so you can see your lists but not open messages.',
  askOwner: 'Contact {{owner}}.',
  storage: 'Storage',
  driveStorage: 'Drive storage',
  used: '{{used}} used',
  left: '{{left}} of {{total}} available',
  unlimited: 'Unlimited storage',
  device: 'This device',
  signOutHint: 'Signing out removes mail stored in this browser.',
  loadFailed: 'We couldn’t load your account.',
};
