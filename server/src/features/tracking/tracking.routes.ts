import { showTrackingPixel } from '@bocau/contract/tracking.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { recordView, type ViewDeps } from './count-view.ts';
import { PIXEL_HEADERS, TRACKING_PIXEL } from './tracking-pixel.ts';

export function trackingRoutes(deps: ViewDeps): Route[] {
  return [
    route(showTrackingPixel, async ({ params, request }) => {
      const { method, headers } = request;
      if (method === 'GET') {
        const viewer = { mailboxId: null, userAgent: headers['user-agent'] ?? '' };
        await recordView(deps, params.token, viewer);
      }
      return { headers: PIXEL_HEADERS, stream: method === 'GET' ? TRACKING_PIXEL : null };
    }),
  ];
}
