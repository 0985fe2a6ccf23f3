import createPurifier from 'dompurify';
import { bringsColours, type Colours } from './body-colours.ts';
import { filterInlineStyle, filterSheet } from './filter-styles.ts';
import { createNamedImages, isPictureData, type NamedImages } from './named-images.ts';

/** A mail's body made harmless. It lives in a document of its own that loads nothing. */
export type SafeBody = {
  root: HTMLElement;
  css: string;
  bodyStyle: string;
  /** The images that it names; nothing of it refers to them but by their place in this list. */
  images: readonly string[];
  colours: Colours;
};

const TAGS =
  'a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  );

const ATTRIBUTES =
  'abbr align alt axis background bgcolor border cellpadding cellspacing char charoff cite class clear color cols colspan compact coords datetime dir face headers height href hspace id lang media name noshade nowrap reversed rowspan rules scope shape size span src start style summary title type usemap valign value vspace width'.split(
    ' ',
  );

/** They go with all that is in them; of other unknown elements the content stays. */
const WITHOUT_CONTENT =
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math video audio canvas select textarea title head link meta base xmp plaintext'.split(
    ' ',
  );

const LINK = /^(https?|mailto|tel):/i;

const purifier = createPurifier(window);

/** DOMPurify with a strict list, then what it does not know of: styles, images, where links lead. */
export function sanitizeBody(html: string): SafeBody {
  const images = createNamedImages();
  const source = new DOMParser().parseFromString(html, 'text/html');
  const css = [...source.querySelectorAll('style')]
    .map((style) => filterSheet(style.textContent ?? '', images))
    .filter((text) => text !== '')
    .join('\n');
  const root = purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: WITHOUT_CONTENT,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|data:image\/|#|\/\/|[^:]*$)/i,
    RETURN_DOM: true,
  }) as HTMLElement;
  const bodyStyle = filterInlineStyle(
    styleOfBody(source.body, source.body.getAttribute('style') ?? ''),
    images,
  );
  for (const element of root.querySelectorAll<HTMLElement>('*')) makeHarmless(element, images);
  return { root, css, bodyStyle, images: images.urls, colours: bringsColours(root, `${css} ${bodyStyle}`) };
}

function makeHarmless(element: HTMLElement, images: NamedImages): void {
  const style = filterInlineStyle(styleWithBackground(element), images);
  element.removeAttribute('background');
  if (style === '') element.removeAttribute('style');
  else element.setAttribute('style', style);
  // Names would hide what documents have by themselves.
  if (element.localName !== 'a' && element.localName !== 'map') element.removeAttribute('name');
  if (element.localName === 'img') nameImage(element, images);
  else element.removeAttribute('src');
  if (element.localName === 'a' || element.localName === 'area') leadOut(element);
  else element.removeAttribute('href');
}

function styleOfBody(body: HTMLElement, style: string): string {
  const colour = body.getAttribute('bgcolor');
  const ink = body.getAttribute('text');
  const given = [colour && `background-color: ${colour}`, ink && `color: ${ink}`, backgroundOf(body), style];
  return given.filter(Boolean).join('; ');
}

function styleWithBackground(element: Element): string {
  return [backgroundOf(element), element.getAttribute('style')].filter(Boolean).join('; ');
}

function backgroundOf(element: Element): string | null {
  const address = element.getAttribute('background');
  return address ? `background-image: url(${JSON.stringify(address)})` : null;
}

function nameImage(element: HTMLElement, images: NamedImages): void {
  const address = element.getAttribute('src') ?? '';
  if (isPictureData(address)) return;
  element.removeAttribute('src');
  const place = images.place(address);
  if (place !== null) element.setAttribute('data-image', String(place));
}

function leadOut(link: HTMLElement): void {
  const target = (link.getAttribute('href') ?? '').trim().replace(/^\/\//, 'https://');
  if (/^#./.test(target)) return;
  if (!LINK.test(target) || !URL.canParse(target)) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', target);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}
