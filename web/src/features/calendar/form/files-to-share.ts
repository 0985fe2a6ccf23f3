import type { EventFile, EventFileShare } from '@bocau/contract/event-files.ts';
import type { EventFormValues } from './form-values.ts';

/** The page of a file of the drive, which the picker gives: it opens for those who may see the file. */
const OWN_FILE = /^\/storage\/v1\/files\/([^/]+)\/content$/;
const OWN_FOLDER = /^\/drive\/([^/]+)$/;

/** Which entry of the drive is meant, as long as there is no share of it. */
export function driveEntryOf({ url }: Pick<EventFile, 'url'>): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return null;
  const [, id] = OWN_FILE.exec(pathname) ?? OWN_FOLDER.exec(pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}

/** Guests can't open everything yet, as far as this is known before they are looked at. */
export function mayNeedSharing(
  { files, guests }: Pick<EventFormValues, 'files' | 'guests'>,
  shares: readonly EventFileShare[],
): boolean {
  if (guests.length === 0) return false;
  return files.some((file) => driveEntryOf(file) !== null) || sharesOf(files, shares).length > 0;
}

/** The shares of files that are still there. */
export function sharesOf(
  files: readonly EventFile[],
  shares: readonly EventFileShare[],
): readonly EventFileShare[] {
  const urls = new Set(files.map(({ url }) => url));
  return shares.filter(({ url }) => urls.has(url));
}
