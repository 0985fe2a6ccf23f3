/** One transparent pixel. */
export const TRACKING_PIXEL = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** Not cached, or the next view would go unnoticed. */
export const PIXEL_HEADERS = {
  'content-type': 'image/gif',
  'cache-control': 'no-store, private, max-age=0',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};
