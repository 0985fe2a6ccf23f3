import { expect, type Page } from '@playwright/test';

/**
 * What holds on every screen at every width: nothing is wider than the screen, every control responds when
 * pressed, the focus was not lost to the body, and at most one notice is shown.
 */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  await expect.poll(() => page.evaluate(faultsOfPage, false), { message: screen }).toEqual([]);
}

/** The same for what is in the viewport: takes a few milliseconds, so it can run at each step. */
export function faultsInSight(page: Page): Promise<string[]> {
  return page.evaluate(faultsOfPage, true);
}

/** Runs in the page. Restores every scroll position before the page is painted again. */
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

  /**
   * The element that a press on the control's centre would hit, unless it is the control itself or its label.
   */
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

  /** The same after scrolling to the control as a user could. */
  function coverOnceScrolledTo(control: Element): Element | 'nothing' | null {
    const places: [Element, number, number][] = [];
    for (let around: Element | null = control.parentElement; around; around = around.parentElement)
      places.push([around, around.scrollTop, around.scrollLeft]);
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    let cover = coverOf(control);
    if (cover === null && isCut(control.getBoundingClientRect())) cover = 'nothing';
    for (const [around, top, left] of places) {
      if (around.scrollTop === top && around.scrollLeft === left) continue;
      // `overflow: hidden` can be scrolled by a script but not by the user.
      if (around.scrollLeft !== left && getComputedStyle(around).overflowX === 'hidden') cover = 'nothing';
      around.scrollTo({ top, left, behavior: 'instant' });
    }
    return cover;
  }

  /** Clipped by an ancestor that shows only part of its content, as the lower rows of a toolbar are. */
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
    // A control under another layer becomes reachable when that layer is closed.
    const layer = cover.closest(LAYERS);
    if (layer !== null && layer !== control.closest(LAYERS)) return true;
    // Notices and the messages about a lost connection or uploads float over lists and texts, which can be
    // scrolled out from under them as far as they go, but never over the folders: see decision 114.
    const speaks = cover.closest(SPEAKERS) !== null;
    if (speaks && control.closest('main')) return true;
    if (cover.closest('[data-floating]') && control.closest('[role="grid"], [data-scroller]')) return true;
    // The skip link is visible only while it is focused.
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
    // File inputs are hidden behind a button that opens them.
    if (getComputedStyle(control).clipPath !== 'none' || isFolded(control)) continue;
    const cover = coverOnceScrolledTo(control);
    if (cover === null || (cover !== 'nothing' && mayBeUnder(cover, control))) continue;
    faults.push(
      `${nameOf(control)} ${cover === 'nothing' ? 'is off the screen' : `is under ${nameOf(cover)}`}`,
    );
  }
  return [...new Set(faults)];
}
