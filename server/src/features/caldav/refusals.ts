import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { SchedulingFault, TooManyAnswers } from '../../calendar/scheduling/scheduling-fault.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { preconditionFailed } from '../../platform/dav/refusals.ts';
import { Failure } from '../../platform/failure.ts';
import { caldav } from './calendar-names.ts';

/** Refusals of the kernel in the words of CalDAV (RFC 4791, 5.3.2.1, and RFC 6638, 3.2.4); null where it has none. */
export function refusalOf(error: Error): DavRefusal | null {
  if (error instanceof ObjectFault || error instanceof SchedulingFault) {
    return new DavRefusal(403, error.message, { condition: caldav(error.problem) });
  }
  if (error instanceof TooManyAnswers) return preconditionFailed();
  if (!(error instanceof Failure)) return null;
  const { code, message, retryAfterSeconds } = error;
  switch (code) {
    case 'event_not_found':
      return new DavRefusal(404, message);
    case 'too_many_events':
      return new DavRefusal(507, message);
    case 'invalid_event':
      return new DavRefusal(403, message, { condition: caldav('max-attendees-per-instance') });
    case 'sending_disabled':
      return new DavRefusal(403, message);
    case 'sending_limit_reached':
      return new DavRefusal(503, message, { headers: { 'retry-after': String(retryAfterSeconds ?? 60) } });
    default:
      return null;
  }
}
