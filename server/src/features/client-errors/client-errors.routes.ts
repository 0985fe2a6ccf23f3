import { reportClientError } from '@bocau/contract/client-errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { createReportLimit } from './report-limit.ts';
import { withoutMailContent } from './without-mail-content.ts';

/** What went wrong in browsers, as lines of the server's own log. */
export function clientErrorRoutes({ clock, log }: { clock: Clock; log: Logger }): Route[] {
  const limit = createReportLimit(clock);
  return [
    route(reportClientError, async ({ caller, body }) => {
      const wait = limit.secondsToWait(caller.tokenHash.toString('base64'));
      if (wait > 0) {
        throw new Failure('too_many_requests', 'Too many reports', { retryAfterSeconds: wait });
      }
      const { kind } = body;
      const message = withoutMailContent(body.message);
      const where = withoutMailContent(body.where);
      log.warn({ client: { kind, message, where }, mailbox: caller.mailboxId }, 'The web client failed');
      return { data: OK };
    }),
  ];
}
