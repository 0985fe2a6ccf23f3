import { expect, type Page } from '@playwright/test';

/** What would be on paper, and the suggested name when it is saved as a file. */
export type Sheet = { title: string; fileName: string; text: string; images: number; runsScripts: boolean };

/**
 * Captures what is sent to the printer, so that tests can inspect it. Call it before the page is opened. The
 * page is told that printing has ended (`afterprint`) once the captured sheet has been read.
 */
export async function catchPrinting(page: Page): Promise<() => Promise<Sheet>> {
  await page.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow') ?? {};
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const inside: Window | null = get?.call(this) ?? null;
        if (inside && this.sandbox.contains('allow-modals'))
          inside.print = () => this.toggleAttribute('data-printed', true);
        return inside;
      },
    });
  });
  const handed = page.locator('iframe[data-printed]');
  return async () => {
    await expect(handed).toHaveCount(1);
    const sheet = await handed.evaluate((element): Sheet => {
      const frame = element as HTMLIFrameElement;
      const paper = frame.contentDocument as Document;
      const bodies = [...paper.querySelectorAll('div')].flatMap((place) => place.shadowRoot ?? []);
      const parts: (Document | ShadowRoot)[] = [paper, ...bodies];
      const images = parts.flatMap((part) => [...part.querySelectorAll('img')]);
      const words = (root: ParentNode) =>
        [...root.querySelectorAll('h1, p, pre, div')].filter((each) => each.closest('style') === null);
      return {
        title: paper.title,
        fileName: document.title,
        text: parts
          .flatMap(words)
          .map((each) => each.textContent ?? '')
          .join('\n'),
        images: images.filter((image) => image.naturalWidth > 0).length,
        runsScripts: frame.sandbox.contains('allow-scripts'),
      };
    });
    await handed.evaluate((element) => {
      (element as HTMLIFrameElement).contentWindow?.dispatchEvent(new Event('afterprint'));
    });
    await expect(handed).toHaveCount(0);
    return sheet;
  };
}
