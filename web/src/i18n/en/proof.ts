import type { proof as vi } from '../vi/proof.ts';
import type { Words } from '../words.ts';

export const proof: Words<typeof vi> = {
  title: 'Confirm it’s you',
  whyPassword: 'This change affects your security. Enter your password to continue.',
  whyCode:
    'This change affects your security. Enter the code from your authenticator app, or a recovery code, to continue.',
  password: 'Password',
  code: 'Verification code',
  submit: 'Continue',
  failed: 'Can’t reach the server.',
  missing: { password: 'Enter your password.', code: 'Enter the code.' },
};
