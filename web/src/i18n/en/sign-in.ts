import type { signIn as vi } from '../vi/sign-in.ts';
import type { Words } from '../words.ts';

export const signIn: Words<typeof vi> = {
  lead: 'Your company’s mailbox.',
  email: 'Email address',
  password: 'Password',
  showPassword: 'Show password',
  code: '6-digit code',
  codeHint: 'Enter the code from your authenticator app.',
  submit: 'Sign in',
  checking: 'Checking…',
  wrong: 'The address or the password is not right. Check both and try again.',
  codeWrong: 'The code is not right. Try again with the latest one.',
  tooMany: 'Too many wrong tries. Try again in {{seconds}} seconds.',
  noAnswer: 'The server can’t be reached. What you typed is still here.',
  failed: 'The server has a problem. Try again in a few minutes.',
  ended: 'Your session has ended. Sign in again to go on.',
  language: 'Language',
};
