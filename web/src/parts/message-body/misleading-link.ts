import { each, type Sliced } from '../../lib/in-slices.ts';

const NAMES_A_HOST =
  /^(?:https?:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu;

/**
 * Links to files often show the file's name, which looks like a host; none of these extensions is a top-level
 * domain.
 */
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|rtf|png|jpe?g|gif|html?|php|aspx?)$/i;

/** The real host of a link whose text names another one. */
export function misleadingHost(words: string, href: string): string | null {
  const named = NAMES_A_HOST.exec(words.trim())?.[1];
  if (
    !named ||
    FILE.test(named) ||
    !/^https?:/i.test(href) ||
    !URL.canParse(href) ||
    !URL.canParse(`http://${named}`)
  )
    return null;
  const target = new URL(href).hostname;
  return siteOf(target) === siteOf(new URL(`http://${named}`).hostname) ? null : target;
}

/** Country second-level domains, below which a site has one more label: saomai.com.vn. */
const SHARED = /^(com|co|net|org|gov|edu|ac|info|biz|name|pro|health|io|ne|or|go|mil|nom|id|me)$/;

/** The registrable domain: newsletters count clicks at click.saomai.vn, and show www.saomai.vn. */
function siteOf(host: string): string {
  const labels = host.replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && SHARED.test(second) ? -3 : -2).join('.');
}

/** A longer link text is not checked: no address of a site is that long. */
const LONGEST = 2_000;

/**
 * Shows the real host beside each link whose text names another one. The message's own styles cannot hide it.
 */
export function* markMisleadingLinks(root: HTMLElement, words: (host: string) => string): Sliced<void> {
  yield* each(root.querySelectorAll('a[href]'), (link) => {
    const shown = link.textContent ?? '';
    const host = shown.length > LONGEST ? null : misleadingHost(shown, link.getAttribute('href') ?? '');
    if (host === null) return;
    const chip = root.ownerDocument.createElement('strong');
    chip.setAttribute('data-warning', '');
    chip.setAttribute('style', CHIP);
    chip.textContent = words(host);
    link.after(chip);
  });
}

const CHIP = [
  'all: initial',
  'display: inline-block',
  'position: static',
  'margin: 0 4px',
  'padding: 0 6px',
  'border: 1px solid var(--frame-warning)',
  'border-radius: 4px',
  'background: var(--frame-warning-soft)',
  'color: var(--frame-warning)',
  'font: 500 12px/18px var(--frame-font)',
]
  .map((declaration) => `${declaration} !important`)
  .join('; ');
