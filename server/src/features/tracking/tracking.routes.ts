import { showTrackingPixel } from '@bocau/contract/tracking.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { countLook, type LookDeps } from './count-view.ts';
import { PIXEL_HEADERS, TRACKING_PIXEL } from './tracking-pixel.ts';

export function trackingRoutes(deps: LookDeps): Route[] {
  return [
    route(showTrackingPixel, async ({ params, request }) => {
      const { method, headers } = request;
      if (method === 'GET') {
        const viewer = { mailboxId: null, userAgent: headers['user-agent'] ?? '' };
        await countLook(deps, params.token, viewer);
      }
      return { headers: PIXEL_HEADERS, stream: method === 'GET' ? TRACKING_PIXEL : null };
    }),
  ];
}
