import type { laterSignIn as vi } from '../vi/later-sign-in.ts';
import type { Words } from '../words.ts';

export const laterSignIn: Words<typeof vi> = {
  goOnWriting: 'You can keep writing: it’s kept on this device and saved once you sign in.',
  somebodyElse: 'Use another account',
};
