import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isChunkFault, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  'Failed to fetch dynamically imported module: https://bocau.example/assets/compose-x.js',
  'error loading dynamically imported module: https://bocau.example/assets/compose-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/compose-x.css',
])('ER-1 %s is code that did not come', (message) => {
  expect(isChunkFault(new TypeError(message))).toBe(true);
});

it('ER-1 a fault within the code is none', () => {
  expect(isChunkFault(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false);
  expect(isChunkFault('Loading chunk failed')).toBe(false);
});

it('ER-1 what does not come in two minutes has failed', async () => {
  const failed = vi.fn<(error: unknown) => void>();
  void loadChunk(() => new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isChunkFault(failed.mock.calls[0]?.[0])).toBe(true);
});

it('what comes, or fails by itself, is not waited for any longer', async () => {
  expect(await loadChunk(async () => 'code')).toBe('code');
  await expect(loadChunk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
