import { expect, type Page } from '@playwright/test';
import { expectUsable } from './expect-usable.ts';

const LEAST_PX = 44;

/** Expects every touch target on this screen to be reachable and large enough for a finger. */
export async function expectFingerTargets(page: Page, screen: string): Promise<void> {
  const small = () => page.evaluate(smallTargets, LEAST_PX);
  await expect.configure({ soft: true }).poll(small, { message: screen }).toEqual([]);
  await expectUsable(page, screen);
}

/** Runs in the page: visible controls that respond on too small an area, with their size. */
function smallTargets(least: number): string[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="menuitem"]';

  function answers(control: Element, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    // Outside the viewport or under an element floating over a list, the control can be scrolled into view.
    if (hit === null) return true;
    const over = document.querySelector('[data-floating]');
    const floats = over?.getBoundingClientRect();
    if (
      over !== control &&
      floats &&
      x >= floats.left &&
      x <= floats.right &&
      y >= floats.top &&
      y <= floats.bottom
    )
      return true;
    // The same under a sticky element.
    for (let around: Element | null = hit; around; around = around.parentElement)
      if (getComputedStyle(around).position === 'sticky' && !around.contains(control)) return true;
    for (let around = control.parentElement; around; around = around.parentElement) {
      const edge = around.getBoundingClientRect();
      const scrolls =
        around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY !== 'visible';
      if (scrolls && (y < edge.top || y > edge.bottom)) return true;
      const scrollsAside =
        around.scrollWidth > around.clientWidth && getComputedStyle(around).overflowX !== 'visible';
      if (scrollsAside && (x < edge.left || x > edge.right)) return true;
    }
    return control.contains(hit) || hit.closest('label')?.control === control;
  }

  function reach(control: Element, from: { x: number; y: number }, way: { x: number; y: number }): number {
    let length = 0;
    while (length < least && answers(control, from.x + way.x * length, from.y + way.y * length))
      length += 0.5;
    return length;
  }

  const small: string[] = [];
  // A modal dialog blocks everything below it.
  const modal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  for (const control of (modal ?? document).querySelectorAll(CONTROLS)) {
    // Links within text may be as high as their line; disabled controls are not touched.
    if (control.matches(':disabled, [data-disabled], [aria-disabled="true"], [contenteditable] a, p a'))
      continue;
    if (control.closest('[inert], .visually-hidden, [role="row"] a')) continue;
    const box = control.getBoundingClientRect();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if (box.width < 1 || box.height < 1 || !answers(control, middle.x, middle.y)) continue;
    const width = reach(control, middle, { x: 1, y: 0 }) + reach(control, middle, { x: -1, y: 0 });
    const height = reach(control, middle, { x: 0, y: 1 }) + reach(control, middle, { x: 0, y: -1 });
    if (width >= least - 1 && height >= least - 1) continue;
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30);
    small.push(`${control.tagName.toLowerCase()} “${name}” ${width} × ${height}`);
  }
  return [...new Set(small)];
}
