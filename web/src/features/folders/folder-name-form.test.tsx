import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FolderNameForm } from './folder-name-form.tsx';

function NewFolder({ onClose }: { onClose(): void }) {
  useMailModel();
  return <FolderNameForm question={{ kind: 'new', parent: null }} onClose={onClose} />;
}

async function show() {
  const onClose = vi.fn();
  return { ...(await renderPart(<NewFolder onClose={onClose} />)), onClose };
}

describe.each([
  ['vi', { name: 'Tên thư mục', create: 'Tạo thư mục', cancel: 'Hủy' }],
  ['en', { name: 'Folder name', create: 'Create folder', cancel: 'Cancel' }],
] as const)('the name of a new folder in %s', (language, words) => {
  test('is asked for where it is missing, and nothing is sent', async () => {
    await speak(language);
    const { user, server } = await show();
    await user.click(screen.getByRole('button', { name: words.create }));
    expect(screen.getByLabelText(words.name).getAttribute('aria-invalid')).toBe('true');
    expect(server.calls.filter(({ name }) => name === 'createFolder')).toEqual([]);
  });

  test('is not taken from a system folder, whatever its case', async () => {
    await speak(language);
    const { user, onClose } = await show();
    await user.type(screen.getByLabelText(words.name), 'inbox');
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText(words.name).getAttribute('aria-invalid')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('the complaint goes as soon as something else is typed', async () => {
    await speak(language);
    const { user } = await show();
    const field = screen.getByLabelText(words.name);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: words.create }));
    await user.type(field, 'H');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
  });

  test('makes the folder, closes and says so', async () => {
    await speak(language);
    const { user, clock, onClose } = await show();
    await user.type(screen.getByLabelText(words.name), '  Hợp   đồng ');
    await user.click(screen.getByRole('button', { name: words.create }));
    await clock.advance(50);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(notices.get().at(-1)?.text).toContain('Hợp đồng');
  });

  test('is left by its own button', async () => {
    await speak(language);
    const { user, onClose } = await show();
    await user.click(screen.getByRole('button', { name: words.cancel }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
