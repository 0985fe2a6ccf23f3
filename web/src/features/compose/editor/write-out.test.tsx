import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWriteOut } from './write-out.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('CW-17 hands on what was typed 500 ms after the last key, once', () => {
  const write = vi.fn();
  const writeOut = createWriteOut(write);
  writeOut.touch();
  vi.advanceTimersByTime(100);
  writeOut.touch();
  vi.advanceTimersByTime(499);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(write).toHaveBeenCalledTimes(1);
});

test('CW-17 does not wait for the end of typing that has no pause', () => {
  const write = vi.fn();
  const writeOut = createWriteOut(write);
  for (let key = 0; key < 10; key += 1) {
    writeOut.touch();
    vi.advanceTimersByTime(100);
  }
  expect(write).toHaveBeenCalledTimes(1);
});

test('hands it on at once when asked, and nothing when nothing was typed', () => {
  const write = vi.fn();
  const writeOut = createWriteOut(write);
  writeOut.flush();
  expect(write).not.toHaveBeenCalled();
  writeOut.touch();
  writeOut.flush();
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(write).toHaveBeenCalledTimes(1);
});
