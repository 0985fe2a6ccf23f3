/** Every code that a failed call can answer with; the web client must have a translation for each of them. */
export const ERROR_CODES = {
  invalid_input: 400,
  malformed_body: 400,
  malformed_request: 400,
  invalid_cursor: 400,
  already_exists: 400,
  folder_not_empty: 400,
  folder_is_system: 400,
  folder_not_allowed: 400,
  not_a_message: 400,
  search_too_broad: 400,
  unsubscribe_not_offered: 400,
  invitation_closed: 400,
  receipt_not_offered: 400,
  not_a_draft: 400,
  file_not_allowed: 400,
  no_sender: 400,
  no_recipient: 400,
  invalid_recipients: 400,
  body_too_long: 400,
  time_in_past: 400,
  no_dates: 400,
  not_scheduled: 400,
  not_periodic: 400,
  recall_not_available: 400,
  address_not_verified: 400,
  forwarding_loop: 400,
  verification_code_wrong: 400,
  verification_code_expired: 400,
  password_incorrect: 400,
  password_refused: 400,
  reset_link_expired: 400,
  two_step_off: 400,
  two_step_not_optional: 400,
  too_many_app_passwords: 400,
  too_many_passkeys: 400,
  passkey_refused: 400,
  recall_expired: 400,
  last_owner: 400,
  file_name_invalid: 400,
  drive_too_deep: 400,
  share_ends_early: 400,
  domain_quota_exceeded: 400,
  domain_has_people: 400,
  domain_has_aliases: 400,
  session_required: 401,
  account_suspended: 401,
  invalid_credentials: 401,
  code_required: 401,
  code_incorrect: 401,
  challenge_expired: 401,
  sign_on_refused: 401,
  app_password_required: 401,
  password_exposed: 401,
  proof_required: 403,
  two_step_required: 403,
  password_change_required: 403,
  domain_unverified: 403,
  forbidden: 403,
  drive_disabled: 403,
  file_not_owned: 403,
  sending_disabled: 403,
  sender_not_allowed: 403,
  recall_not_allowed: 403,
  not_found: 404,
  folder_not_found: 404,
  thread_not_found: 404,
  message_not_found: 404,
  file_not_found: 404,
  job_not_found: 404,
  rule_not_found: 404,
  share_not_found: 404,
  signature_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  not_undoable: 409,
  draft_conflict: 409,
  operation_in_progress: 409,
  preview_not_ready: 409,
  folder_into_itself: 409,
  file_locked: 409,
  upload_offset_wrong: 409,
  changes_too_old: 410,
  upload_expired: 410,
  file_damaged: 410,
  upload_version_unknown: 412,
  too_large: 413,
  mail_too_large: 413,
  quota_exceeded: 413,
  drive_full: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  upload_busy: 423,
  too_many_requests: 429,
  sending_limit_reached: 429,
  headers_too_large: 431,
  checksum_mismatch: 460,
  internal_error: 500,
  service_unavailable: 503,
  writes_paused: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What a field of `invalid_input` breaks, for a screen to say in its own words. */
export type FieldRule =
  | 'missing'
  | 'too_long'
  | 'too_many'
  | 'too_small'
  | 'too_large'
  | 'not_an_option'
  | 'no_such_day'
  | 'own_address'
  | 'invalid';

/** One of `details.fields` of `invalid_input`: `field` is a path in what was sent, `problem` is for developers. */
export type InvalidField = { field: string; problem: string; rule: FieldRule; limit?: number };

export type ErrorBody = {
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> };
};
