/** In a frame narrower than this, small print is enlarged. */
const PHONE = 640;
const SMALLEST_TEXT = 12;
/** Text smaller than this is deliberately hidden. */
const HIDDEN_TEXT = 4;
/** Maximum number of elements that are adjusted; the rest of a longer message scrolls sideways. */
const MOST = 3_000;

const WITH_WIDTH = 'table, td, th, div, p, img, center, section';
const WITH_SIZE = '[style*="font"], font[size], small';

/**
 * Fits a body that is wider than its frame: widths set for larger screens are overridden, lines wrap, and
 * only a table whose content needs more room scrolls by itself.
 */
export function createFit(frame: HTMLIFrameElement, page: Document) {
  const { body, documentElement: root } = page;
  const before = new Map<HTMLElement, string | null>();
  let fittedTo = 0;

  function set(element: HTMLElement, property: string, value: string): void {
    if (!before.has(element)) before.set(element, element.getAttribute('style'));
    element.style.setProperty(property, value, 'important');
  }

  function undo(): void {
    for (const [element, style] of before) {
      if (style === null) element.removeAttribute('style');
      else element.setAttribute('style', style);
    }
    before.clear();
  }

  function isWide(): boolean {
    return Math.max(body.scrollWidth, root.scrollWidth) > frame.clientWidth + 1;
  }

  function narrow(room: number): void {
    set(body, 'min-width', '0');
    set(body, 'width', 'auto');
    for (const element of some<HTMLElement>(body, WITH_WIDTH)) {
      const wide = Math.max(givenWidth(element, 'width'), givenWidth(element, 'min-width')) > room;
      const cell = element.matches('td, th');
      if (wide) {
        set(element, 'width', cell || element.localName === 'img' ? 'auto' : '100%');
        set(element, 'min-width', '0');
        if (!cell) set(element, 'max-width', '100%');
        if (element.localName === 'img') set(element, 'height', 'auto');
        // Padding and border are included in the width.
        else set(element, 'box-sizing', 'border-box');
      } else if (cell && givenWidth(element, 'width') > room / 3) set(element, 'width', 'auto');
    }
    for (const table of some<HTMLElement>(body, 'table')) set(table, 'overflow-wrap', 'break-word');
  }

  /** Among nested tables, makes the innermost one that is too wide scroll. */
  function scrollTables(room: number): void {
    const wide = some<HTMLElement>(body, 'table').filter((table) => table.scrollWidth > room + 1);
    const parents = new Set<Element>();
    for (const table of wide) {
      for (let at = table.parentElement; at && at !== body; at = at.parentElement) parents.add(at);
    }
    for (const table of wide) {
      if (parents.has(table)) continue;
      const left = Math.max(0, table.getBoundingClientRect().left - body.getBoundingClientRect().left);
      set(table, 'display', 'block');
      set(table, 'overflow-x', 'auto');
      set(table, 'width', 'auto');
      set(table, 'max-width', `${Math.max(room / 2, room - 2 * left)}px`);
      table.tabIndex = 0;
    }
  }

  function enlarge(): void {
    for (const element of some<HTMLElement>(body, WITH_SIZE)) {
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size >= HIDDEN_TEXT && size < SMALLEST_TEXT) set(element, 'font-size', `${SMALLEST_TEXT}px`);
    }
  }

  return {
    undo,
    /** Whether anything had to be changed to fit. */
    fitInto(asSent: boolean): boolean {
      const room = frame.clientWidth;
      if (room === 0) return false;
      if (asSent) return isWide();
      if (room !== fittedTo) undo();
      if (room <= PHONE && before.size === 0) enlarge();
      fittedTo = room;
      if (!isWide()) return before.has(body);
      narrow(room);
      if (isWide()) scrollTables(room);
      return true;
    },
  };
}

function some<Kind extends Element>(root: Element, selector: string): Kind[] {
  return [...root.querySelectorAll<Kind>(selector)].slice(0, MOST);
}

/** In pixels; 0 for a relative width. */
function givenWidth(element: HTMLElement, property: 'width' | 'min-width'): number {
  const style = element.style.getPropertyValue(property);
  if (style !== '') return /^[\d.]+(px|pt)$/.test(style) ? Number.parseFloat(style) : 0;
  const given = property === 'width' ? (element.getAttribute('width') ?? '') : '';
  return /^\d+$/.test(given) ? Number(given) : 0;
}
