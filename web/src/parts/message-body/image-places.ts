import { each, type Sliced } from '../../lib/in-slices.ts';

const TINY = 3;
/** Without alt text, an image this thin is a line, a corner or a gap. */
const THIN = 24;
/** An image that is repeated this often fills gaps. */
const REPEATED = 3;
const SPACER = /(spacer|blank|pixel|clear|transparent|trans|shim|dot|gap)[\w-]*\.(gif|png)/i;

/**
 * Adds a placeholder for each image that is not loaded yet: in the image's own size, with its alt text. A
 * spacer image keeps its space invisibly.
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
 * Replaces the placeholder once the image has loaded; until then, or if it fails, the alt text stays. The
 * page loads the image, as not every browser reports load events from a frame without scripts.
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
