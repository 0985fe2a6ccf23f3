import type { secondStep as vi } from '../vi/second-step.ts';
import type { Words } from '../words.ts';

export const secondStep: Words<typeof vi> = {
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten codes you saved when you turned on two-step sign-in.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  trust: 'Don’t ask again on this browser for 30 days',
  verify: 'Verify',
  back: 'Use another account',
  recoveryWrong: 'That recovery code is incorrect or has already been used.',
  title: 'Two-step sign-in',
};
