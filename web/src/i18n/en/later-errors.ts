import type { laterErrors as vi } from '../vi/later-errors.ts';
import type { Words } from '../words.ts';

export const laterErrors: Words<typeof vi> = {
  last_owner: 'A domain must keep at least one owner.',
  password_refused: 'The new password isn’t strong enough. Choose another one.',
  password_incorrect: 'The current password is incorrect.',
  two_step_off: 'Two-step sign-in is off.',
  too_many_app_passwords: 'You have the maximum number of app passwords. Revoke one you don’t use.',
  too_many_passkeys: 'You have the maximum number of passkeys. Remove one you don’t use.',
  passkey_refused: 'That passkey wasn’t accepted.',
  two_step_not_optional: 'Your domain requires two-step sign-in, so it can’t be turned off.',
  two_step_required: 'Your domain requires two-step sign-in. Set it up first.',
  reset_link_expired: 'This link has expired.',
  password_change_required: 'Change your password first.',
  sign_on_refused: 'You aren’t signed in.',
  app_password_required: 'Use an app password here.',
  proof_required: 'Confirm it’s you to continue.',
  verification_code_wrong: 'The code is incorrect.',
  verification_code_expired: 'This code is no longer valid. Ask for a new one.',
  address_not_verified: 'This address isn’t verified yet. Enter the code that was mailed to it.',
  forwarding_loop: 'The mailbox at this address forwards its mail back to you.',
  signature_not_found: 'This signature no longer exists.',
};
