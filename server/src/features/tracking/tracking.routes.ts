import { showTrackingPixel } from '@bocau/contract/tracking.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { countView } from './count-view.ts';
import { PIXEL_HEADERS, TRACKING_PIXEL } from './tracking-pixel.ts';

export function trackingRoutes(deps: ChangeDeps & { log: Logger }): Route[] {
  return [
    route(showTrackingPixel, async ({ params, request }) => {
      const { method, headers } = request;
      if (method === 'GET') {
        const viewer = { mailboxId: null, userAgent: headers['user-agent'] ?? '' };
        // The dot is shown whether or not it could be counted.
        await countView(deps, params.token, viewer).catch((error: Error) =>
          deps.log.warn({ reason: error.message }, 'The opening of a mail was not counted'),
        );
      }
      return { headers: PIXEL_HEADERS, stream: method === 'GET' ? TRACKING_PIXEL : null };
    }),
  ];
}
