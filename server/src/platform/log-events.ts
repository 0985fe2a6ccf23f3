/**
 * What an operator alerts on and searches for: the field `event` of a log line. Names are stable;
 * docs/logs.md explains each.
 */
export const LOG_EVENTS = [
  'blob_damaged',
  'blob_mended',
  'blob_missing',
  'blob_suspected',
  'calendar_unreadable',
  'connection_refused',
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

type LogEvent = (typeof LOG_EVENTS)[number];

/**
 * Reasons that are counted separately. Alerts look at increases, which Prometheus sees only of existing
 * series, so each counter exists from the start; reasons not listed are counted under their event alone.
 */
export const EVENT_REASONS = {
  calendar_unreadable: [
    ...['not_allowed', 'unreachable', 'too_slow', 'too_large', 'denied', 'not_found', 'failed'],
    ...['not_calendar', 'full', 'no_key'],
  ],
  connection_refused: ['server', 'address', 'person'],
  mail_refused: [
    ...['4.2.1', '4.2.2', '4.3.0', '4.3.1', '4.3.2', '4.4.2', '4.5.3', '4.7.0', '4.7.1'],
    ...['5.0.0', '5.1.1', '5.1.3', '5.2.1', '5.2.2', '5.3.4', '5.4.6', '5.5.1', '5.5.2', '5.5.4'],
    ...['5.6.0', '5.6.7', '5.6.11', '5.7.0', '5.7.1', '5.7.8', '5.7.9', '5.7.11', '5.7.13'],
  ],
  sender_braked: ['hour', 'day', 'refused'],
  sign_in_failed: [
    ...['invalid_credentials', 'code_incorrect', 'passkey_refused', 'password_exposed'],
    ...['account_suspended', 'too_many_requests'],
  ],
} as const satisfies Partial<Record<LogEvent, readonly string[]>>;

export function reasonsOf(event: LogEvent): readonly string[] {
  return (EVENT_REASONS as Partial<Record<LogEvent, readonly string[]>>)[event] ?? [];
}

/** The fields of a log line besides its message. */
export type LogFields = { event?: LogEvent; [field: string]: unknown };
