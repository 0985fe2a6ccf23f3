import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { deliver } from '../program/deliver.ts';

test.use({ world: 'styled-mail' });

const SUBJECT = 'Bản tin nhiều kiểu';
const STYLES = `
  :root { --ink: rgb(1, 2, 3) }
  .variable { color: var(--ink) }
  .fallback { color: var(--nothing, rgb(4, 5, 6)) }
  @supports (display: grid) { .supported { color: rgb(7, 8, 9) } }
  @supports (display: nowhere) { .supported { color: red } }
  .outer { color: red; & .nested { color: rgb(10, 11, 12) } }
  .arrow::before { content: "→ " }
  .loading::before { content: url(https://attacker.example/x.png) }
  .preheader { display: none }
`;
const NAMES = ['variable', 'fallback', 'supported', 'outer', 'arrow', 'loading', 'preheader'];
const SPACER = 'https://a.example/spacer.gif';
const PICTURE = 'https://a.example/nón-lá.jpg';

test('TD-19 a newsletter has the styles that it came with, and no wall of grey where images keep others apart', async ({
  page,
  program,
  language,
}) => {
  await deliver(program, {
    subject: SUBJECT,
    html: `<style>${STYLES}</style>${NAMES.map((name) => `<div class="${name}"><p class="nested">Lời chào</p></div>`).join('')}
      <img src="${SPACER}" width="600" height="40"><img src="https://a.example/1.gif" width="600" height="8">
      <img src="https://a.example/2.gif" alt="" width="600" height="80"><img src="${PICTURE}" width="300" height="200">
      <a href="https://attacker.example/"><img src="https://a.example/logo.png" alt="saomai.example"></a>`,
  });
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.open(mailbox.row(SUBJECT));
  await expect(mailbox.thread.locator('iframe[data-ready=true]')).toHaveCount(1);

  expect(await drawn(page, '.variable', 'color')).toBe('rgb(1, 2, 3)');
  expect(await drawn(page, '.fallback', 'color')).toBe('rgb(4, 5, 6)');
  expect(await drawn(page, '.supported', 'color')).toBe('rgb(7, 8, 9)');
  expect(await drawn(page, '.outer .nested', 'color')).toBe('rgb(10, 11, 12)');
  expect(await drawn(page, '.arrow', 'content', '::before')).toBe('"→ "');
  expect(await drawn(page, '.loading', 'content', '::before')).toBe('none');
  expect(await drawn(page, '.preheader', 'display')).toBe('none');

  const warnings = mailbox.thread.frameLocator('iframe').locator('[data-warning]');
  await expect(warnings, 'what an image is called is no link that is shown').toHaveCount(0);
  const places = mailbox.thread.frameLocator('iframe').locator('[data-place]');
  await expect(places).toHaveCount(5);
  expect(await places.evaluateAll((all) => all.map((place) => place.getAttribute('data-place')))).toEqual([
    'room',
    'room',
    'room',
    'picture',
    'picture',
  ]);
  expect(await drawn(page, '[data-place=room]', 'background-color')).toBe('rgba(0, 0, 0, 0)');
  expect(await drawn(page, '[data-place=room]', 'height')).toBe('40px');
});

/** The computed style in the message's frame, where no script can run. */
function drawn(page: Page, selector: string, property: string, part?: string): Promise<string> {
  return page.locator('iframe[data-ready=true]').evaluate(
    (frame, [selector, property, part]) => {
      const element = (frame as HTMLIFrameElement).contentDocument?.querySelector(selector);
      if (!element) throw new Error(`There is no ${selector}`);
      return getComputedStyle(element, part).getPropertyValue(property);
    },
    [selector, property, part] as const,
  );
}
