import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { held } from '../parts/keyboard/typed-ahead.ts';
import { speak } from './words.ts';

/** What jsdom does not have and components ask for; none of it lays anything out. */
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
// An editor asks where its cursor is.
Range.prototype.getClientRects = () => document.body.getClientRects();
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
// A list that measures itself finds room for its rows.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { get: () => 600 },
  offsetWidth: { get: () => 1000 },
});

// jsdom draws frames by one interval, which it keeps while any are asked for: begun while a test fakes timers, it would
// never run again for any later file. This one is asked for from the first.
const nextFrame = () => void requestAnimationFrame(nextFrame);
nextFrame();

// The page that was searched in vain is hundreds of lines; what was searched for says more.
configure({
  getElementError: (message) => new Error(message?.split('\n')[0]),
  // For what never comes; how long something takes says more of the machine.
  asyncUtilTimeout: 20_000,
});

beforeAll(() => {
  speak('vi');
});

afterEach(() => {
  cleanup();
  // Keys that nobody took: what holds them is the page's own, and React does not remove it.
  for (const { field } of held.values()) field.remove();
  held.clear();
  localStorage.clear();
});
