import { reportClientError } from '@bocau/contract/client-errors.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { withoutMailContent } from './without-mail-content.ts';

/** Errors in browsers, as lines of the server's own log. */
export function clientErrorRoutes({ log }: { log: Logger }): Route[] {
  return [
    route(reportClientError, async ({ caller, body }) => {
      const { kind } = body;
      const message = withoutMailContent(body.message);
      const where = withoutMailContent(body.where);
      log.warn({ client: { kind, message, where }, mailbox: caller.person }, 'web client error');
      return { data: OK };
    }),
  ];
}
