import { expect, test } from 'vitest';
import { createRouter } from './create-router.ts';
import { memoryEntries } from './history.ts';

const Page = () => null;

/** The inbox, reached from the page of Sent. */
function inbox() {
  const entries = memoryEntries('/folder/Sent');
  const router = createRouter([{ path: '*', component: Page }], entries);
  void router.navigate('/folder/INBOX');
  const closed: string[] = [];
  const leaves = new Map<string, () => void>();
  return {
    router,
    closed,
    /** Like a drawer: closing it removes it from the page. */
    open(name: string) {
      const leave = router.openLayer(() => {
        closed.push(name);
        leave();
      });
      leaves.set(name, leave);
    },
    /** Like a dialog that shows its content only once. */
    openToStay: (name: string) =>
      router.openLayer(
        () => void closed.push(name),
        () => true,
      ),
    close: (name: string) => leaves.get(name)?.(),
    back: () => entries.go(-1),
    forward: () => entries.go(1),
    shown: () => router.shown().location.pathname,
    entries,
  };
}

test('going back closes the top layer, one at a time, and then leaves the page', () => {
  const { open, back, closed, shown } = inbox();
  open('compose');
  open('menu');
  back();
  expect([closed, shown()]).toEqual([['menu'], '/folder/INBOX']);
  back();
  expect([closed, shown()]).toEqual([['menu', 'compose'], '/folder/INBOX']);
  back();
  expect(shown()).toBe('/folder/Sent');
});

test('going back, however often, neither closes a layer that stays nor leaves the page below it', () => {
  const { open, openToStay, back, closed, shown } = inbox();
  open('drawer');
  const leave = openToStay('codes');
  open('menu');
  back();
  back();
  back();
  expect([closed, shown()]).toEqual([['menu'], '/folder/INBOX']);
  leave();
  back();
  back();
  expect([closed, shown()]).toEqual([['menu', 'drawer'], '/folder/Sent']);
});

test('a layer that was closed otherwise leaves no step that does nothing', () => {
  const { open, close, back, closed, shown } = inbox();
  open('drawer');
  close('drawer');
  open('dialog');
  open('picker');
  close('picker');
  close('dialog');
  back();
  back();
  expect([closed, shown()]).toEqual([[], '/folder/Sent']);
});

test('two layers that close at once are passed over together', () => {
  const { open, close, back, shown } = inbox();
  open('dialog');
  open('picker');
  close('dialog');
  close('picker');
  back();
  expect(shown()).toBe('/folder/Sent');
});

test('a link within layers takes their place in the history', () => {
  const { router, open, close, back, shown } = inbox();
  open('drawer');
  open('menu');
  void router.navigate('/folder/Trash');
  close('menu');
  close('drawer');
  expect(shown()).toBe('/folder/Trash');
  back();
  expect(shown()).toBe('/folder/INBOX');
  back();
  expect(shown()).toBe('/folder/Sent');
});

test('a layer that stays while the page changes under it is still what goes first', () => {
  const { router, open, back, closed, shown } = inbox();
  open('compose');
  void router.navigate('/folder/Trash', { replace: true });
  back();
  expect([closed, shown()]).toEqual([['compose'], '/folder/Trash']);
  back();
  expect(shown()).toBe('/folder/Sent');
});

test('going back by a button of the page does not count the layers above it', () => {
  const { router, open, close, shown } = inbox();
  open('menu');
  close('menu');
  void router.navigate(-1);
  expect(shown()).toBe('/folder/Sent');
});

test('going forward to where a layer was shows the page, and back leaves it', () => {
  const { open, back, forward, closed, shown } = inbox();
  open('drawer');
  back();
  forward();
  expect([closed, shown()]).toEqual([['drawer'], '/folder/INBOX']);
  back();
  expect(shown()).toBe('/folder/Sent');
});

test('a page that is loaded again with a layer open has it again, or is left by one step', () => {
  const { open, entries } = inbox();
  open('compose');
  const again = createRouter([{ path: '*', component: Page }], entries);
  const closed: string[] = [];
  const leave = again.openLayer(() => {
    closed.push('compose');
    leave();
  });
  entries.go(-1);
  expect([closed, again.shown().location.pathname]).toEqual([['compose'], '/folder/INBOX']);
  entries.go(-1);
  expect(again.shown().location.pathname).toBe('/folder/Sent');
});

test('what asks whether the page may be left comes after the step was taken back', () => {
  const { router, back, closed, shown, open } = inbox();
  let leave = () => {};
  router.block((_from, _to, proceed) => {
    leave = proceed;
    return true;
  });
  back();
  open('question');
  expect(shown()).toBe('/folder/INBOX');
  leave();
  expect([closed, shown()]).toEqual([[], '/folder/Sent']);
});
