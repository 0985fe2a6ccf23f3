import type { Label } from '@bocau/contract/labels.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { LabelDialog } from './label-form.tsx';

const label = (id: string, name: string): Label => ({
  ...{ id, name, color: 'teal', position: null, keyword: name, hidden: false, total: 1, unread: 0 },
});

test('LB-18 a label that is renamed into others stays in sight: those are unfolded', async () => {
  await speak('vi');
  const renamed = label('c', 'Cũ');
  const labels = [label('a', 'Khách VIP'), label('b', 'Khách VIP/Nợ'), renamed, label('d', 'Khách')];
  const model: Partial<MailModel> = {
    subscribe: () => () => undefined,
    labels: () => labels,
    changeLabel: async () => renamed,
  };
  const onClose = vi.fn();
  const { user } = await renderPart(
    <MantineProvider env="test">
      <MailModelContext value={model as MailModel}>
        <LabelDialog question={{ kind: 'edit', label: renamed }} onClose={onClose} />
      </MailModelContext>
    </MantineProvider>,
  );
  const name = await screen.findByRole('textbox');
  await user.clear(name);
  await user.type(name, 'Khách VIP/Nợ/Tồn đọng{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(localStorage.getItem('bocau.folders.open')?.trim()).toBe('a b');
});
