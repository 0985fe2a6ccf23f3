const RASTER = /^image\/(png|jpeg|jpg|gif|webp|avif|bmp|heic|heif|x-icon)$/;
const SOUND_OR_FILM = /^(audio|video)\/[a-z0-9.+-]+$/;
const OFFICE_OR_ARCHIVE =
  /^application\/(zip|msword|vnd\.(ms-(excel|powerpoint|word)|openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z-]+))$/;

/** The types that a browser only shows: nothing in them runs, whatever their bytes are. */
export function isShownInline(type: string): boolean {
  return type === 'application/pdf' || type === 'text/plain' || RASTER.test(type) || SOUND_OR_FILM.test(type);
}

/** The type that a file is served as: what its sender called it where that can do no harm, else plain bytes. */
export function servedType(stored: string): string {
  const type = stored.toLowerCase();
  // The charset is not kept; without one a browser would guess.
  if (type === 'text/plain') return 'text/plain; charset=utf-8';
  return isShownInline(type) || OFFICE_OR_ARCHIVE.test(type) ? type : 'application/octet-stream';
}

/** For everything that others sent: never sniffed, never run, nothing loaded from it. */
export const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};
