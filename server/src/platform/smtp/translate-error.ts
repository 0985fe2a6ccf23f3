import type { ErrorCode } from '@bocau/contract/errors.ts';
import { BlobStoreFullError } from '../blobs/blob-store.ts';
import { areWritesPaused, isDatabaseUnavailable, isOverdue } from '../db/database-errors.ts';
import { Failure } from '../failure.ts';
import type { MailLog } from './mail-types.ts';
import { permanentFailure, type Reply, replies, temporaryFailure } from './reply.ts';

/** The operation that failed, for the log. */
type Step = 'delivery' | 'recipient check' | 'sender check' | 'sign-in';

const MINUTE = 60;

/**
 * The replies to a mail program by error code. A code that is missing here must not occur, and is an internal
 * fault.
 */
const REFUSALS: Partial<Record<ErrorCode, (failure: Failure) => Reply>> = {
  invalid_credentials: ({ message }) => permanentFailure(535, '5.7.8', message),
  session_required: ({ message }) => permanentFailure(530, '5.7.0', message),
  password_exposed: ({ message }) => permanentFailure(535, '5.7.8', message),
  account_suspended: ({ message }) => permanentFailure(525, '5.7.13', message),
  app_password_required: ({ message }) => permanentFailure(534, '5.7.9', message),
  too_many_requests: ({ retryAfterSeconds = MINUTE }) =>
    temporaryFailure(454, '4.7.0', `Too many wrong passwords, try again in ${retryAfterSeconds} seconds`),
  sending_disabled: ({ message }) => permanentFailure(550, '5.7.1', message),
  sender_not_allowed: () => permanentFailure(550, '5.7.1', 'Not allowed sender'),
  file_not_allowed: ({ details }) => {
    // A reply is ASCII (RFC 5321, 4.2).
    const name = String(details?.name).replace(/[^\x20-\x7e]/g, '?');
    return permanentFailure(552, '5.7.1', `Files of type .${details?.extension} are not accepted: ${name}`);
  },
  sending_limit_reached: ({ details, retryAfterSeconds = MINUTE }) => {
    const limits = `at most ${details?.per_hour} an hour and ${details?.per_day} a day`;
    const minutes = Math.ceil(retryAfterSeconds / MINUTE);
    const words = `Too many recipients in a short time: ${limits}, try again in ${minutes} min`;
    return temporaryFailure(451, '4.7.1', words);
  },
};

/**
 * The only place where an error becomes an SMTP reply: refusals are reported, internal faults are logged and
 * answered as temporary.
 */
export function replyToError(
  log: Pick<MailLog, 'error'>,
  error: unknown,
  what: { message: string } | { session: string },
  step: Step = 'delivery',
): Reply {
  if (error instanceof Failure) {
    const refusal = REFUSALS[error.code];
    if (refusal) return refusal(error);
  }
  return deferReply(log, error, what, step);
}

function deferReply(log: Pick<MailLog, 'error'>, error: unknown, what: object, step: Step): Reply {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof BlobStoreFullError) {
    log.error({ ...what, reason }, `${step} deferred: blob store full`);
    return replies.noRoom;
  }
  if (areWritesPaused(error)) {
    log.error({ ...what, reason }, `${step} deferred: database takes no writes`);
    return replies.localError;
  }
  if (isDatabaseUnavailable(error) || isOverdue(error)) {
    log.error({ ...what, reason }, `${step} deferred: database unavailable`);
    return replies.localError;
  }
  log.error({ ...what, error }, `${step} deferred: unexpected error`);
  return replies.localError;
}
