const RASTER = /^image\/(png|jpeg|jpg|gif|webp|avif|bmp|heic|heif|x-icon)$/;
const SOUND_OR_FILM = /^(audio|video)\/[a-z0-9.+-]+$/;
const OFFICE_OR_ARCHIVE =
  /^application\/(zip|msword|vnd\.(ms-(excel|powerpoint|word)|openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z-]+))$/;

/** Types that a browser only displays: nothing in them can run, whatever the bytes are. */
export function isShownInline(type: string): boolean {
  return type === 'application/pdf' || type === 'text/plain' || RASTER.test(type) || SOUND_OR_FILM.test(type);
}

/**
 * The content type that a file is served with: the sender's where harmless, otherwise
 * application/octet-stream.
 */
export function servedType(stored: string): string {
  const type = stored.toLowerCase();
  // The charset is not stored; without one a browser would guess (sniff).
  if (type === 'text/plain') return 'text/plain; charset=utf-8';
  return isShownInline(type) || OFFICE_OR_ARCHIVE.test(type) ? type : 'application/octet-stream';
}

/** Headers for all content from others, against XSS: no sniffing, no scripts, no subresources. */
export const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};
