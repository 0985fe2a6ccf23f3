import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeAll } from 'vitest';
import { held } from '../parts/keyboard/typed-ahead.ts';
import { speak } from './words.ts';

/** Stubs for what components need and jsdom lacks; none of them computes a layout. */
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
// As Chromium 150 does: an effect that returns the promise fails as its screen is left.
const scrolled = () => Promise.resolve() as unknown as undefined;
Element.prototype.scrollIntoView = scrolled;
Element.prototype.scrollTo = scrolled;
// The editor asks for the position of its cursor.
Range.prototype.getClientRects = () => document.body.getClientRects();
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
// So that lists that measure themselves have room for rows.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { get: () => 600 },
  offsetWidth: { get: () => 1000 },
});

// jsdom runs animation frames by one interval, kept while any frame is requested. If it began under a test's
// fake timers it would never run again in later files, so frames are requested from the start.
const nextFrame = () => void requestAnimationFrame(nextFrame);
nextFrame();

// React captures a stack for each element that is created, for a list of owners in its warnings. No test reads
// them, a component's own stack is there without them, and they took a tenth of the processor time.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (!internals || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts them elsewhere');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

// The default message contains hundreds of lines of DOM; the query itself says more.
configure({
  getElementError: (message) => new Error(message?.split('\n')[0]),
  // For waits that never succeed; how long others take depends mostly on the machine.
  asyncUtilTimeout: 20_000,
});

beforeAll(() => {
  speak('vi');
});

afterEach(() => {
  cleanup();
  // What a test put into the page itself: the next file of this worker has the same page.
  document.body.replaceChildren();
  // Unclaimed type-ahead: its fields belong to the page, and React does not remove them.
  for (const { field } of held.values()) field.remove();
  held.clear();
  localStorage.clear();
});
