import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocusInPage } from './keep-focus-in-page.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<header><button id="above">a</button></header><main id="content" tabindex="-1"><button id="row">b</button></main>';
  stop = keepFocusInPage();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const part = (id: string) => document.getElementById(id) as HTMLElement;
const settle = () => vi.advanceTimersByTimeAsync(1_000);

test('the focus of what is taken away goes to the main part of the page', async () => {
  part('above').focus();
  part('above').remove();
  await settle();
  expect(document.activeElement).toBe(part('content'));
});

test('so does that of a field which is left for nothing', async () => {
  part('row').focus();
  part('row').blur();
  await settle();
  expect(document.activeElement).toBe(part('content'));
});

test('who says in time where the focus goes is not disturbed', async () => {
  part('row').focus();
  part('row').remove();
  await vi.advanceTimersByTimeAsync(100);
  part('above').focus();
  await settle();
  expect(document.activeElement).toBe(part('above'));
});

test('within a dialog it stays there', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" aria-modal="true" id="dialog"><button id="ok">ok</button></div>',
  );
  part('ok').focus();
  part('ok').remove();
  await settle();
  expect(document.activeElement).toBe(part('dialog'));
});

test('a page in which nothing had the focus begins at its top, and a press on nothing stays one', async () => {
  part('row').remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
  part('above').focus();
  document.body.dispatchEvent(new Event('pointerdown'));
  part('above').blur();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
