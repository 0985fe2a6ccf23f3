import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeyed } from './use-keyed.ts';

test('TL-1 what was picked in a folder is gone when one comes back to it', () => {
  const { result, rerender } = renderHook(({ key }) => useKeyed(key, ''), {
    initialProps: { key: '/folder/INBOX' },
  });
  act(() => result.current[1]('picked'));
  expect(result.current[0]).toBe('picked');
  rerender({ key: '/folder/Sent' });
  expect(result.current[0]).toBe('');
  rerender({ key: '/folder/INBOX' });
  expect(result.current[0]).toBe('');
});
