import { expect, type Locator, type Page } from '@playwright/test';

type Way = { x?: number; y?: number };

const STEPS = 8;
/** Far enough for a row to follow, and not for its act. */
const FOLLOWED_PX = 40;

/** Dispatches real touch events, from which the browser derives pointer events and scrolling. */
export async function fingerOn(page: Page) {
  const browser = await page.context().newCDPSession(page);

  async function draw(start: { x: number; y: number }, way: Way): Promise<void> {
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS;
      const at = { x: start.x + (way.x ?? 0) * part, y: start.y + (way.y ?? 0) * part };
      await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
    }
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  return {
    /** Long-presses the centre of the element until `until` resolves. */
    async hold(on: Locator, until: () => Promise<void>): Promise<void> {
      const at = await centreOf(on);
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
      await until();
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },

    /** Rests on the centre of the element until `until` resolves, and drags from there by the given distance. */
    async carry(from: Locator, way: Way, until: () => Promise<void>): Promise<void> {
      const start = await centreOf(from);
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
      await until();
      await draw(start, way);
    },

    /** Swipes a row once it follows: the code of gestures comes after the rows. */
    async swipe(row: Locator, x: number): Promise<void> {
      await expect(async () => {
        const start = await centreOf(row);
        const near = { ...start, x: start.x + Math.sign(x) * FOLLOWED_PX };
        await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
        await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [near] });
        const follows = (await row.getAttribute('data-swipe')) !== null;
        await draw(near, { x: follows ? x - Math.sign(x) * FOLLOWED_PX : 0 });
        expect(follows).toBe(true);
      }).toPass();
    },

    /** Touches the centre of the element, drags by the given distance, and lifts the finger. */
    async draw(from: Locator, way: Way): Promise<void> {
      const start = await centreOf(from);
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
      await draw(start, way);
    },
  };
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  // Waits until the element has stopped moving.
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to put a finger on');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
