import type { ErrorCode } from '@bocau/contract/errors.ts';
import { Failure } from '../failure.ts';

/** Transient failures, which are retried. */
const RETRIED: ReadonlySet<ErrorCode> = new Set([
  'internal_error',
  'operation_in_progress',
  'preview_not_ready',
  'quota_exceeded',
  'request_timeout',
  'sending_limit_reached',
  'service_unavailable',
  'too_many_requests',
]);

/** Whether a retry would fail too: every `Failure` except those above. Other errors are always retried. */
export function isPermanent(error: unknown): boolean {
  return error instanceof Failure && !RETRIED.has(error.code);
}
