import type { phone as vi } from '../vi/phone.ts';
import type { Words } from '../words.ts';

export const phone: Words<typeof vi> = {
  title: 'Verify account',
  about:
    'A verified number can receive sign-in codes and help you reset your password, if your domain allows it.',
  unavailable: 'This server isn’t set up to send codes to phones. Contact your administrator.',
  country: 'Country',
  number: 'Mobile number',
  fee: 'Verification fee: {{fee}}.',
  send: { sms: 'Send code by SMS', call: 'Call me with a code' },
  sentTo: {
    sms: 'We sent a 6-digit code by SMS to {{number}}.',
    call: 'You’ll get a call at {{number}} with a 6-digit code.',
  },
  queued: { sms: 'Sending a code to {{number}}…', call: 'Calling {{number}}…' },
  notSent: 'The code couldn’t be sent to {{number}}. Check the number, or try again later.',
  code: 'Verification code',
  confirm: 'Verify',
  resendIn: 'Resend in {{seconds}} s',
  other: 'Use another number',
  verified: 'Verified',
  done: '{{number}} is verified',
  change: 'Change number',
  remove: 'Remove number',
  removeTitle: 'Remove {{number}}?',
  removeAbout: 'No codes will be sent to it any more. To use it again, you’ll have to verify it again.',
  removed: 'Phone number removed',
  fault: {
    missing: 'Enter a phone number.',
    missingCode: 'Enter the 6-digit code.',
    number: 'That isn’t a valid mobile number.',
    country: 'Numbers of this country aren’t supported yet.',
    used: 'That number is used by another account. Use a different one.',
    limit: 'No more codes can be sent right now.',
    wrong: 'That code is incorrect.',
  },
};
