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
  phone: {
    sms: 'Send code by SMS',
    call: 'Call me with a code',
    sent: {
      sms: 'We sent a code by SMS to {{number}}.',
      call: 'You’ll get a call at {{number}} with a code.',
    },
    hint: 'Enter the 6 digits you get on your phone.',
    again: 'Resend in {{seconds}} s',
    failed: 'The code couldn’t be sent. Use another way, or try again later.',
    limit: 'No more codes can be sent right now.',
  },
  title: 'Two-step sign-in',
};
