/** Every code that a failed call can answer with; the web client must have words for each of them. */
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
  session_required: 401,
  invalid_credentials: 401,
  code_required: 401,
  code_incorrect: 401,
  domain_unverified: 403,
  forbidden: 403,
  not_found: 404,
  folder_not_found: 404,
  thread_not_found: 404,
  message_not_found: 404,
  file_not_found: 404,
  job_not_found: 404,
  rule_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  not_undoable: 409,
  operation_in_progress: 409,
  preview_not_ready: 409,
  changes_too_old: 410,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type ErrorBody = {
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> };
};
