import type { recovery as vi } from '../vi/recovery.ts';
import type { Words } from '../words.ts';

export const recovery: Words<typeof vi> = {
  toSignIn: 'Go to sign in',
  another: 'Ask for another link',
  step: { manage: 'Manage' },
  address: {
    title: 'Recovery email',
    about:
      'If you forget your password, the link to set a new one is sent to this address. Use an address outside your company that only you can read.',
    none: 'None yet',
    set: 'Add a recovery email',
    change: 'Change',
    remove: 'Remove',
    label: 'Recovery email address',
    mailCode: 'Send verification code',
    code: '8-digit code sent to {{address}}',
    verify: 'Verify',
    refused: 'Enter a valid email address that isn’t on this server.',
    verified: 'Recovery email set',
    removed: 'Recovery email removed',
  },
  forgot: {
    title: 'Forgot password?',
    text: 'Enter the address of your mailbox. If it has a recovery email, we send a link to set a new password there.',
    submit: 'Send link',
    asked: 'If {{email}} has a recovery email, a link is on its way there. It works once, within 24 hours.',
    phoneText: 'Or get a code on the verified phone of the mailbox.',
    byPhone: 'Send code to phone',
    codeAsked:
      'If {{email}} has a verified phone number, a code is on its way there. It’s valid for 10 minutes.',
    code: '6-digit code from your phone',
    missingCode: 'Enter the 6-digit code.',
    codeWrong: 'That code is incorrect, or no longer valid.',
    goOn: 'Continue',
    noCode:
      'No code? Use the recovery email, or ask your domain’s administrator to create a link. A number that gets sign-in codes can’t be used here.',
    none: 'No message? Look in your spam folder, or ask your domain’s administrator to create a link for you.',
  },
  reset: {
    title: 'Set a new password',
    text: 'The link you opened sets a new password, and works only once. If you didn’t ask for it, close this page: your current password stays as it is.',
    goOn: 'Continue',
    submit: 'Set new password',
    over: 'This link was already used, has expired, or was replaced by a newer one.',
    done: 'Your new password is set. Now sign in with it.',
    suspended: 'You can choose the new password now all the same.',
    doneSuspended: 'Your new password is set. You can sign in with it once access is restored.',
  },
};
