import { RASTER_IMAGE_DATA } from '@bocau/contract/mail-html.ts';
/** The images that a body names, each once, in order of occurrence; any other source is not an image. */
export type NamedImages = {
  readonly urls: readonly string[];
  /** The index of an image in the list; null for an address that is never loaded. */
  place(address: string): number | null;
};

const LONGEST = 4096;

export function createNamedImages(): NamedImages {
  const urls: string[] = [];
  const places = new Map<string, number>();
  return {
    urls,
    place(address) {
      const url = imageAddress(address);
      if (url === null) return null;
      const known = places.get(url);
      if (known !== undefined) return known;
      places.set(url, urls.length);
      return urls.push(url) - 1;
    },
  };
}

export function isRemote(url: string): boolean {
  return /^https?:/i.test(url);
}

function imageAddress(address: string): string | null {
  const url = address.trim().replace(/^\/\//, 'https://');
  if (url.length > LONGEST) return null;
  if (/^cid:/i.test(url)) return url;
  return isRemote(url) && URL.canParse(url) ? url : null;
}

const BASE64 = /^[a-z0-9+/=\s]+$/i;

/** An image embedded in the body as a data: URL. */
export function isPictureData(address: string): boolean {
  const data = address.trim();
  const [head = ''] = RASTER_IMAGE_DATA.exec(data) ?? [];
  return head !== '' && BASE64.test(data.slice(head.length));
}
