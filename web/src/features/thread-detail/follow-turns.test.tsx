import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followFrame } from '../../parts/message-body/follow-frame.ts';
import { followTurns } from './follow-turns.ts';

type At = { x: number; y?: number };

let end = () => {};
const turn = vi.fn();
const { innerWidth } = window;

beforeEach(() => {
  turn.mockClear();
  window.innerWidth = 390;
  document.body.innerHTML =
    '<main><p>Chào anh</p><div id="wide" style="overflow-x: auto"><table></table></div><textarea></textarea></main>';
  end = followTurns(document.querySelector('main') as HTMLElement, turn);
});
afterEach(() => {
  end();
  window.innerWidth = innerWidth;
  document.body.replaceChildren();
});

/** Where a finger is, in the page and on the screen, which differ by what the page has scrolled. */
function touch(on: Element, kind: string, fingers: At[], scrolled = 0) {
  const { Event } = on.ownerDocument.defaultView as Window & typeof globalThis;
  const points = fingers.map(({ x, y = 400 }) => ({
    clientX: x,
    clientY: y + scrolled,
    screenX: x,
    screenY: y,
  }));
  const isEnd = kind === 'touchend';
  on.dispatchEvent(
    Object.assign(new Event(kind, { bubbles: true }), {
      touches: isEnd ? [] : points,
      changedTouches: points,
    }),
  );
}

function draw(on: string | Element, from: At, to: At) {
  const element = typeof on === 'string' ? (document.querySelector(on) as Element) : on;
  touch(element, 'touchstart', [from]);
  touch(element, 'touchend', [to]);
}

test.each([
  [{ x: 300 }, { x: 200 }, [[1]]],
  [{ x: 100 }, { x: 200 }, [[-1]]],
  // Too short, too much downwards, and from the edges, where the browser goes back.
  [{ x: 300 }, { x: 260 }, []],
  [{ x: 300 }, { x: 200, y: 470 }, []],
  [{ x: 20 }, { x: 200 }, []],
  [{ x: 380 }, { x: 200 }, []],
])('TD-26 a finger that is drawn from %j to %j turns by %j', (from, to, turns) => {
  draw('p', from, to);
  expect(turn.mock.calls).toEqual(turns);
});

test('TD-26 two fingers, a touch that the system takes, and writing turn nothing', () => {
  const p = document.querySelector('p') as Element;
  touch(p, 'touchstart', [{ x: 300 }, { x: 100 }]);
  touch(p, 'touchend', [{ x: 200 }]);
  touch(p, 'touchstart', [{ x: 300 }]);
  touch(p, 'touchcancel', [{ x: 300 }]);
  touch(p, 'touchend', [{ x: 200 }]);
  draw('textarea', { x: 300 }, { x: 200 });
  expect(turn).not.toHaveBeenCalled();
});

test('TD-26 what is wider than the screen is scrolled', () => {
  const wide = document.querySelector('#wide') as Element;
  const width = vi.spyOn(wide, 'scrollWidth', 'get').mockReturnValue(900);
  draw('table', { x: 300 }, { x: 200 });
  expect(turn).not.toHaveBeenCalled();
  width.mockReturnValue(0);
  draw('table', { x: 300 }, { x: 200 });
  expect(turn.mock.calls).toEqual([[1]]);
});

test('TD-26 text that is being selected is not turned away', () => {
  const p = document.querySelector('p') as Element;
  touch(p, 'touchstart', [{ x: 300 }]);
  document.getSelection()?.selectAllChildren(p);
  touch(p, 'touchend', [{ x: 200 }]);
  expect(turn).not.toHaveBeenCalled();
  document.getSelection()?.removeAllRanges();
});

test('TD-26 over the body of a message, also where it moves with the finger', () => {
  const frame = document.createElement('iframe');
  document.querySelector('main')?.append(frame);
  const stop = followFrame(frame, false, () => undefined);
  const page = frame.contentDocument as Document;
  page.body.innerHTML = '<p>Kính gửi</p>';
  const text = page.querySelector('p') as Element;
  draw(text, { x: 300 }, { x: 200 });
  expect(turn.mock.calls).toEqual([[1]]);
  // Scrolled down by a finger: in the body it stays where it is, but for its way to the side.
  touch(text, 'touchstart', [{ x: 300, y: 600 }]);
  touch(text, 'touchend', [{ x: 220, y: 300 }], 300);
  expect(turn).toHaveBeenCalledTimes(1);
  stop();
  draw(text, { x: 300 }, { x: 200 });
  expect(turn).toHaveBeenCalledTimes(1);
});
