import type { laterSignIn as vi } from '../vi/later-sign-in.ts';
import type { Words } from '../words.ts';

export const laterSignIn: Words<typeof vi> = {
  goOnWriting: 'You can keep writing: it’s kept on this device and saved once you sign in.',
  mailWaits_one:
    '{{count, number}} unsent message is kept on this device, and leaves by itself once you sign in again.',
  mailWaits_other:
    '{{count, number}} unsent messages are kept on this device, and leave by themselves once you sign in again.',
  formStays: 'What you were filling in is still on this page, and is shown again once you sign in.',
  goOnFilling: 'You are signed in again. Go on, and save.',
  somebodyElse: 'Use another account',
};
