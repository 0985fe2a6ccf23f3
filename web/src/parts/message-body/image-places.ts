import { each, type Sliced } from '../../lib/in-slices.ts';

const TINY = 3;
/** A line, a corner or a gap, when it has no words. */
const THIN = 24;
/** The same image as often as this fills gaps. */
const REPEATED = 3;
const SPACER = /(spacer|blank|pixel|clear|transparent|trans|shim|dot|gap)[\w-]*\.(gif|png)/i;

/**
 * Draws the place of each image that is not there yet: as large as the image says it is, with its words. One that only
 * keeps others apart keeps its room, and nothing is to be seen there.
 */
export function* keepImagePlaces(root: HTMLElement, images: readonly string[]): Sliced<void> {
  const times = new Map<string | undefined, number>();
  for (const { dataset } of root.querySelectorAll<HTMLElement>('img[data-image]'))
    times.set(dataset.image, (times.get(dataset.image) ?? 0) + 1);
  yield* each(root.querySelectorAll<HTMLElement>('img[data-image]'), (image) => {
    const [width, height] = [lengthOf(image, 'width'), lengthOf(image, 'height')];
    const words = image.getAttribute('alt')?.trim() ?? '';
    if (isTiny(width) || isTiny(height) || (words === '' && (width === null || height === null))) return;
    const place = root.ownerDocument.createElement('span');
    const fills =
      words === '' &&
      (image.hasAttribute('alt') ||
        isThin(width) ||
        isThin(height) ||
        (times.get(image.dataset.image) ?? 0) >= REPEATED ||
        SPACER.test(images[Number(image.dataset.image)] ?? ''));
    place.setAttribute('data-place', fills ? 'room' : 'picture');
    place.textContent = words;
    if (width !== null) place.style.width = width;
    if (height !== null) place.style.height = height;
    if (image.style.color !== '') place.style.color = image.style.color;
    if (image.style.display === 'block') place.style.display = 'block';
    image.after(place);
  });
}

/**
 * Puts the image into its place once it is there; until then, and when it never comes, its words stay. It is asked for
 * by the page, as not every browser tells of what happens in a frame without scripts.
 */
export async function fillPlace(image: HTMLImageElement, address: string): Promise<void> {
  if (!(await comes(address))) return;
  image.src = address;
  const next = image.nextElementSibling;
  if (next?.hasAttribute('data-place')) next.remove();
}

function comes(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = new Image();
    asked.addEventListener('load', () => resolve(true));
    asked.addEventListener('error', () => resolve(false));
    asked.src = address;
  });
}

function lengthOf(image: HTMLElement, side: 'width' | 'height'): string | null {
  const styled = image.style.getPropertyValue(side);
  if (/^[\d.]+(px|%)$/.test(styled)) return styled;
  const given = image.getAttribute(side)?.trim() ?? '';
  if (/^\d+$/.test(given)) return `${given}px`;
  return side === 'width' && /^\d+%$/.test(given) ? given : null;
}

function isTiny(length: string | null): boolean {
  return isAtMost(length, TINY);
}

function isThin(length: string | null): boolean {
  return isAtMost(length, THIN);
}

function isAtMost(length: string | null, pixels: number): boolean {
  return length?.endsWith('px') === true && Number.parseFloat(length) <= pixels;
}
