import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { useUnsavedForm } from '../../ui/unsaved-forms.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { SessionEnded } from './session-ended.tsx';

function Form({ onClose }: { onClose(): void }) {
  useUnsavedForm(true);
  return <Modal opened onClose={onClose} title="Sự kiện" />;
}

test('AU-16 Escape on the dialog that asks to sign in again closes no form beneath it', async () => {
  const close = vi.fn();
  const compose = { model: () => null } as LazyCompose;
  const session = { isReplaced: () => false, api: {} } as Session;
  localStorage.setItem('bocau.person', 'lan');
  const page = (isEnded: boolean) => (
    <SessionContext value={session}>
      <ComposeContext value={compose}>
        <Form onClose={close} />
        {isEnded && (
          <SessionEnded
            email="lan@saomai.example"
            keep={async () => undefined}
            onLeave={() => undefined}
            onGoOn={() => undefined}
          />
        )}
      </ComposeContext>
    </SessionContext>
  );
  const { user, rerender } = await renderPart(page(false));
  rerender(page(true));
  await user.click(screen.getByLabelText(/^Mật khẩu/, { selector: 'input' }));
  await user.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
});

test.each([
  { who: 'their own', isReplaced: false, goesOn: true },
  { who: "somebody else's", isReplaced: true, goesOn: false },
])(
  'AU-17 a page that comes to the front goes on with $who session: $goesOn',
  async ({ isReplaced, goesOn }) => {
    const keep = vi.fn(async () => undefined);
    const restore = vi.fn(async () => true);
    const session = { isReplaced: () => isReplaced, restore, api: {} } as unknown as Session;
    localStorage.setItem('bocau.person', 'lan');
    await renderPart(
      <SessionContext value={session}>
        <ComposeContext value={{ model: () => null } as LazyCompose}>
          <Form onClose={() => undefined} />
          <SessionEnded
            email="lan@saomai.example"
            keep={keep}
            onLeave={() => undefined}
            onGoOn={() => undefined}
          />
        </ComposeContext>
      </SessionContext>,
    );
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() =>
      expect([restore.mock.calls.length, keep.mock.calls.length]).toEqual(goesOn ? [1, 1] : [0, 0]),
    );
  },
);
