import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isMissingFile, loadFiles } from './load-files.ts';

const load = vi.fn(async () => 'code');
const request = vi.fn<(path: string, options: { signal: AbortSignal }) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', request);
  load.mockClear();
  request.mockReset().mockImplementation(async () => new Response('code'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  'Failed to fetch dynamically imported module: https://bocau.example/assets/compose-x.js',
  'error loading dynamically imported module: https://bocau.example/assets/compose-x.js',
  'Importing a module script failed.',
])('ER-1 %s is a file that is missing', (message) => {
  expect(isMissingFile(new TypeError(message))).toBe(true);
});

it('ER-1 a fault within the code is none', () => {
  expect(isMissingFile(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false);
  expect(isMissingFile('Importing a module script failed.')).toBe(false);
});

it('ER-1 code whose connection broke is fetched again at once', async () => {
  request.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await loadFiles(load, ['assets/broken.js'])).toBe('code');
  expect(request).toHaveBeenCalledTimes(2);
});

it('ER-1 code that did not arrive is not imported, and is fetched again by the next use', async () => {
  const broken = new TypeError('Failed to fetch');
  request.mockRejectedValueOnce(broken).mockRejectedValueOnce(broken);
  const first = loadFiles(load, ['assets/late.js']);
  await expect(first).rejects.toSatisfy(isMissingFile);
  expect(load).not.toHaveBeenCalled();
  expect(await loadFiles(load, ['assets/late.js'])).toBe('code');
  expect(request.mock.calls.map(([path]) => path)).toEqual(Array(3).fill('/assets/late.js'));
});

it('ER-1 a page in place of code is not imported', async () => {
  request.mockResolvedValueOnce(new Response('not found', { status: 404 }));
  await expect(loadFiles(load, ['assets/gone.js'])).rejects.toSatisfy(isMissingFile);
  expect(load).not.toHaveBeenCalled();
});

it('ER-1 what does not arrive within two minutes has failed', async () => {
  request.mockImplementation(
    (_path, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const failed = vi.fn<(error: unknown) => void>();
  void loadFiles(load, ['assets/silent.js']).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isMissingFile(failed.mock.calls[0]?.[0])).toBe(true);
});

it('a file that two parts share is fetched once, and leaves no timer', async () => {
  await Promise.all([
    loadFiles(load, ['assets/a.js', 'assets/shared.js']),
    loadFiles(load, ['assets/shared.js']),
  ]);
  await loadFiles(load, ['assets/a.js']);
  expect(request.mock.calls.map(([path]) => path)).toEqual(['/assets/a.js', '/assets/shared.js']);
  expect(vi.getTimerCount()).toBe(0);
});
