const NAMES_A_HOST =
  /^(?:https?:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu;

/** Files are linked by their names, which look like hosts; none of these is a top-level domain. */
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|rtf|png|jpe?g|gif|html?|php|aspx?)$/i;

/** The host that a link really leads to, when its words name another one. */
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
  const said = new URL(`http://${named}`).hostname;
  return isWithin(target, said) || isWithin(said, target) ? null : target;
}

function isWithin(host: string, other: string): boolean {
  const [inner, outer] = [host, other].map((each) => each.replace(/^www\./, ''));
  return inner === outer || (inner ?? '').endsWith(`.${outer}`);
}

/** Puts the true host beside each link that names another. The mail's own styles can't hide it. */
export function markMisleadingLinks(root: HTMLElement, words: (host: string) => string): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const host = misleadingHost(link.textContent ?? '', link.getAttribute('href') ?? '');
    if (host === null) continue;
    const chip = root.ownerDocument.createElement('strong');
    chip.setAttribute('data-warning', '');
    chip.setAttribute('style', CHIP);
    chip.textContent = words(host);
    link.after(chip);
  }
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
