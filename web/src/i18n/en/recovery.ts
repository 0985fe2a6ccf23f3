import type { recovery as vi } from '../vi/recovery.ts';
import type { Words } from '../words.ts';

export const recovery: Words<typeof vi> = {
  toSignIn: 'Go to sign in',
  another: 'Ask for another link',
  reset: {
    title: 'Set a new password',
    text: 'The link you opened sets a new password, and works only once. If you didn’t ask for it, close this page: your current password stays as it is.',
    goOn: 'Continue',
    submit: 'Set new password',
    over: 'This link was already used, has expired, or was replaced by a newer one.',
    done: 'Your new password is set. Now sign in with it.',
  },
};
