import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLocation } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import type { Session } from './session.ts';
import { SessionContext } from './session-context.ts';
import { useSessionEnd } from './use-session-end.ts';

let end: () => void;

function Part() {
  const { pathname, search } = useLocation();
  end = useSessionEnd();
  return <output>{pathname + search}</output>;
}

afterEach(() => window.history.replaceState(null, '', '/'));

test('RT-12 calls that are refused together lead to the sign-in page, and back to where one was', async () => {
  const session = {
    isSigningOut: () => false,
    isReplaced: () => false,
    forget: vi.fn(async () => undefined),
  };
  window.history.replaceState(null, '', '/folder/Sent?page=2');
  await renderPart(
    <SessionContext value={session as unknown as Session}>
      <Part />
    </SessionContext>,
    { at: '/folder/Sent?page=2' },
  );
  const gate = '/login?ended=1&to=%2Ffolder%2FSent%3Fpage%3D2';
  await act(async () => end());
  expect(screen.getByRole('status').textContent).toBe(gate);
  // This test's router is its own, so the address bar is set by hand.
  window.history.replaceState(null, '', gate);
  await act(async () => end());
  expect(screen.getByRole('status').textContent).toBe(gate);
  expect(session.forget).toHaveBeenCalledTimes(1);
});

test('AU-6 a page beside which somebody else has signed in begins anew, with their mailbox', async () => {
  const session = { isSigningOut: () => false, isReplaced: () => true, forget: vi.fn(async () => undefined) };
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, pathname: '/folder/Sent', search: '', reload });
  await renderPart(
    <SessionContext value={session as unknown as Session}>
      <Part />
    </SessionContext>,
    { at: '/folder/Sent' },
  );
  await act(async () => end());
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('/folder/Sent');
});
