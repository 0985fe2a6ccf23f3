import type { laterErrors as vi } from '../vi/later-errors.ts';
import type { Words } from '../words.ts';

export const laterErrors: Words<typeof vi> = {
  domain_quota_exceeded: 'The domain doesn’t have that much storage left to give. Nothing was changed.',
  domain_seats_exceeded:
    'The domain has as many people as it may have. Only a provider can raise that number. Nothing was changed.',
  domain_has_people:
    'The domain still has people, so it wasn’t deleted. Deleted people count until their time is over.',
  domain_has_aliases:
    'People of other domains still have more than 500 aliases in this domain. Remove some, then delete it.',
  file_damaged:
    'This file was damaged on the server and can’t be opened. Tell your administrator; it may be in a backup.',
  last_owner: 'A domain must keep at least one owner.',
  own_account:
    'This is your own account. Change your password and your two-step sign-in in your account’s settings.',
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
  file_name_invalid:
    'This name can’t be used. Leave out characters such as / and \\, or choose a shorter one.',
  drive_too_deep: 'Folders are nested too deeply. Choose a folder further up.',
  drive_disabled: 'This account can’t use the drive.',
  file_not_owned: 'This file belongs to someone else and can’t be shared again.',
  share_ends_early: 'A share ends before the message is last sent. Choose a later end date.',
  share_ends_late: 'Your organisation limits how long links work. Choose an earlier end date.',
  outside_links_off: 'Your organisation has turned off links to people outside.',
  share_not_found: 'This share no longer exists.',
  folder_into_itself: 'You can’t move a folder into itself.',
  file_locked: 'The file is being edited. Try again later.',
  drive_full: 'The drive has no room for this. Delete some files and try again.',
  upload_offset_wrong: 'What was uploaded so far doesn’t match. Trying again.',
  upload_expired: 'This upload has expired. Upload the file again.',
  upload_version_unknown: 'This program can’t upload to this server.',
  upload_busy: 'This file is being uploaded from somewhere else.',
  checksum_mismatch: 'The data was damaged on its way. Try again.',
  writes_paused: 'The server is read-only for now, so changes can’t be saved. Try again in a few minutes.',
};
