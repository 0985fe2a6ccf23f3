import { expect, type Page } from '@playwright/test';

/**
 * What holds on every screen of every width: no part is wider than it, whatever can be pressed answers a press, the focus
 * did not fall on the body, and at most one notice stands.
 */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  await expect.poll(() => page.evaluate(faultsOfPage, false), { message: screen }).toEqual([]);
}

/** The same, but for what is scrolled out of sight: a few milliseconds, for each step. */
export function faultsInSight(page: Page): Promise<string[]> {
  return page.evaluate(faultsOfPage, true);
}

/** Runs in the page. Where it scrolls it puts everything back before the page is drawn again. */
function faultsOfPage(inSightAlone: boolean): string[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="menuitem"]';
  const LAYERS =
    '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"], [role="search"], .mantine-Popover-dropdown';
  const SPEAKERS = '[role="status"], section:has(> [role="status"], > header > [aria-live])';
  const root = document.documentElement;
  const faults: string[] = [];
  const moving = document.getAnimations().some(({ playState, effect }) => {
    return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  });
  if (moving) return ['something is moving'];
  const seen = [...document.querySelectorAll('[data-notice]')].filter((notice) => notice.checkVisibility());
  if (seen.length > 1) faults.push(`${seen.length} notices at a time`);
  const { hadFocus } = window as { hadFocus?: boolean };
  if (hadFocus && document.activeElement === document.body) faults.push('the focus fell on the body');
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth} wide on a screen of ${root.clientWidth}`);
  const layout = document.querySelector('#root > :not(style)');
  if (layout?.clientHeight === innerHeight && root.scrollHeight > innerHeight + 1)
    faults.push(`the page scrolls into nothing: ${root.scrollHeight} high, its layout ${innerHeight}`);

  /** What a press on its middle meets instead of itself or its label. */
  function coverOf(control: Element): Element | 'nothing' | null {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit === null) return 'nothing';
    const answers = control.contains(hit) || hit.closest('label')?.control === control;
    return answers ? null : hit;
  }

  function isCut({ left, top, right, bottom, width, height }: DOMRect): boolean {
    const isCutAside = width <= innerWidth && (left < -1 || right > innerWidth + 1);
    return isCutAside || (height <= innerHeight && (top < -1 || bottom > innerHeight + 1));
  }

  /** The same once it is scrolled to, as a person would. */
  function coverOnceScrolledTo(control: Element): Element | 'nothing' | null {
    const places: [Element, number, number][] = [];
    for (let around: Element | null = control.parentElement; around; around = around.parentElement)
      places.push([around, around.scrollTop, around.scrollLeft]);
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    let cover = coverOf(control);
    if (cover === null && isCut(control.getBoundingClientRect())) cover = 'nothing';
    for (const [around, top, left] of places) {
      if (around.scrollTop === top && around.scrollLeft === left) continue;
      // A script scrolls this, a person can't.
      if (around.scrollLeft !== left && getComputedStyle(around).overflowX === 'hidden') cover = 'nothing';
      around.scrollTo({ top, left, behavior: 'instant' });
    }
    return cover;
  }

  /** Folded away within something that shows a part of itself, as the lower rows of a toolbar are. */
  function isFolded(control: Element): boolean {
    const box = control.getBoundingClientRect();
    for (let around = control.parentElement; around; around = around.parentElement) {
      const { overflowY, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      if ((overflowY === 'hidden' || overflowY === 'clip') && (middle < edge.top || middle > edge.bottom))
        return true;
      if (position === 'fixed') break;
    }
    return false;
  }

  function mayBeUnder(cover: Element, control: Element): boolean {
    // What lies under another layer waits until that one is closed.
    const layer = cover.closest(LAYERS);
    if (layer !== null && layer !== control.closest(LAYERS)) return true;
    // Notices and what is said of a lost connection or of uploads stand over lists and texts, which are scrolled from under
    // them as far as they go, and never over the folders: see decision 114.
    const speaks = cover.closest(SPEAKERS) !== null;
    if (speaks && control.closest('main')) return true;
    if (cover.closest('[data-floating]') && control.closest('[role="grid"], [data-scroller]')) return true;
    // The link to the content is seen only while it has the focus.
    return cover.matches('[href="#content"]');
  }

  function nameOf(part: Element): string {
    const name = (part.getAttribute('aria-label') ?? part.textContent ?? '').trim().slice(0, 40);
    const { x, y, width, height } = part.getBoundingClientRect();
    return `<${part.localName}> “${name}” at ${[x, y, width, height].map(Math.round).join(' ')}`;
  }

  const modal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  for (const control of (modal ?? document).querySelectorAll(CONTROLS)) {
    const box = control.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    if (inSightAlone && (middle < 0 || middle > innerHeight)) continue;
    if (box.width < 2 || box.height < 2 || (coverOf(control) === null && !isCut(box))) continue;
    if (control.matches(':disabled, [contenteditable] *')) continue;
    if (control.closest('[inert], [aria-hidden="true"], .visually-hidden, [href="#content"]:not(:focus)'))
      continue;
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // Files are chosen by a button that stands for their field.
    if (getComputedStyle(control).clipPath !== 'none' || isFolded(control)) continue;
    const cover = coverOnceScrolledTo(control);
    if (cover === null || (cover !== 'nothing' && mayBeUnder(cover, control))) continue;
    faults.push(
      `${nameOf(control)} ${cover === 'nothing' ? 'is off the screen' : `is under ${nameOf(cover)}`}`,
    );
  }
  return [...new Set(faults)];
}
