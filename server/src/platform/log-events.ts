/**
 * What an operator alerts on and searches for: the field `event` of a line of the log. A name stays what it is; docs/logs.md
 * says what each means.
 */
export const LOG_EVENTS = [
  'blob_damaged',
  'blob_mended',
  'blob_missing',
  'blob_suspected',
  'job_failed',
  'mail_refused',
  'message_deferred',
  'message_failed',
  'message_received',
  'message_sent',
  'message_submitted',
  'message_unclear',
  'scrub_stopped',
  'send_failed',
  'sender_braked',
  'sign_in_failed',
  'sign_on_failed',
  'signing_key_changed',
  'signing_key_unreadable',
] as const;

/** What a line of the log has besides its sentence. */
export type LogFields = { event?: (typeof LOG_EVENTS)[number]; [field: string]: unknown };
