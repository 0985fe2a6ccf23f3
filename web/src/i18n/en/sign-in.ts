import type { signIn as vi } from '../vi/sign-in.ts';
import type { Words } from '../words.ts';

export const signIn: Words<typeof vi> = {
  lead: 'Your company’s mailbox.',
  email: 'Email address',
  password: 'Password',
  showPassword: 'Show password',
  code: 'Verification code',
  codeHint: 'Enter the code from your authenticator app, or a recovery code.',
  submit: 'Sign in',
  passkey: 'Sign in with a passkey',
  checking: 'Checking…',
  wrong: 'Wrong address or password. Try again.',
  codeWrong: 'That code is incorrect. Use the latest code from your app.',
  tooMany: 'Too many failed attempts.',
  noAnswer: 'Can’t reach the server. What you entered is still here; try again when you’re online.',
  failed: 'Something went wrong on our side. Try again in a few minutes.',
  expired: 'This sign-in took too long. Enter your password again.',
  domainSuspended: 'The domain of your organisation is suspended. Contact its owner.',
  suspendedFor: 'Reason: {{reason}}',
  ended: 'Your session has ended. Sign in again to continue.',
  forgot: 'Forgot password?',
  language: 'Language',
};
