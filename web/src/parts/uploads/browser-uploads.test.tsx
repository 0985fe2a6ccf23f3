import type { ApiClient } from '@bocau/contract/client.ts';
import { expect, test } from 'vitest';
import { uploadsOf } from './browser-uploads.ts';

test('DV-11 who signs in after somebody else has a queue of their own, and that of the other one takes nothing', () => {
  const api = {} as ApiClient;
  const first = uploadsOf(api, 'an@saomai.example');
  expect(uploadsOf(api, 'an@saomai.example')).toBe(first);
  const second = uploadsOf(api, 'binh@saomai.example');
  expect(second).not.toBe(first);
  expect(first.add([{ file: new File(['a'], 'a'), folders: [] }], null)).toEqual([]);
});
