import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { LabelDialog } from './label-dialog.tsx';

const INBOX = { kind: 'folder', path: 'INBOX' } as const;

/** The dialog on all conversations of the inbox, once they are there. */
function Dialog() {
  const model = useMailModel();
  const { threads } = useMailbox((reader) => reader.list({ list: INBOX, offset: 0, limit: 10 }));
  if (threads.length === 0) return null;
  return <LabelDialog target={{ model, list: INBOX, threads, whole: null }} onClose={vi.fn()} />;
}

test('LB-16 behind a new label the next Enter is for it, and not for the first of the list', async () => {
  const { user, model, server, clock } = await renderPart(<Dialog />);
  server.mailbox.addLabel('An toàn');
  server.mailbox.receive();
  server.mailbox.receive();
  model.holdList({ list: INBOX, offset: 0, limit: 10 });
  await clock.advance(10);
  const field = await screen.findByRole('combobox', { name: 'Tìm hoặc tạo nhãn' });
  await user.type(field, 'Thuế{Enter}');
  await clock.advance(10);
  const chosen = () => screen.getByRole('option', { selected: true });
  await waitFor(() => expect(chosen().textContent).toBe('Thuế'));
  await waitFor(() => expect(chosen().getAttribute('aria-checked')).toBe('true'));
  await user.type(field, '{Enter}');
  await clock.advance(10);
  expect(chosen().getAttribute('aria-checked')).toBe('false');
  expect(screen.getByRole('option', { name: 'An toàn' }).getAttribute('aria-checked')).toBe('false');
  await user.type(field, '{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(chosen().textContent).toBe('An toàn');
});

test.each([
  ['vi', 'Gắn nhãn cho 2 hội thoại', 'Tìm hoặc tạo nhãn', 'Tạo nhãn “thue”'],
  ['en', 'Label 2 conversations', 'Find or create a label', 'Create label “thue”'],
] as const)(
  'LB-16 what some carry is said; Enter puts it on all, and a new name makes a label (%s)',
  async (language, title, search, create) => {
    speak(language);
    const { user, model, server, clock } = await renderPart(<Dialog />);
    const label = server.mailbox.addLabel('Khách hàng');
    server.mailbox.receive({ labels: [label.id] });
    server.mailbox.receive();
    model.holdList({ list: INBOX, offset: 0, limit: 10 });
    await clock.advance(10);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    const option = () => screen.getByRole('option', { name: 'Khách hàng' });
    expect(option().getAttribute('aria-checked')).toBe('mixed');
    const field = screen.getByRole('combobox', { name: search });
    await user.type(field, 'khach{Enter}');
    await waitFor(() => expect(option().getAttribute('aria-checked')).toBe('true'));
    await clock.advance(10);
    expect(server.mailbox.list(label.id)).toHaveLength(2);

    await user.clear(field);
    await user.type(field, 'thue');
    await user.click(screen.getByRole('option', { name: create }));
    await clock.advance(10);
    expect(server.mailbox.labels().map(({ name }) => name)).toContain('thue');
  },
);
