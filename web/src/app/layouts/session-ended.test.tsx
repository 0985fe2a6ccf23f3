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
