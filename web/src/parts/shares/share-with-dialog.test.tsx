import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ShareWithDialog } from './share-with-dialog.tsx';

const WORDS = {
  ...{ title: 'Chia sẻ lịch', about: '', save: 'Lưu', failed: '', outside: 'Không có trong tổ chức' },
  ...{ nobody: 'Chưa có ai', members: 'Người được chia sẻ', unknown: '' },
  permissions: { READ: 'Xem' },
  permissionOf: (name: string) => `Quyền của ${name}`,
  remove: (name: string) => `Bỏ ${name}`,
  full: () => '',
};

const DUNG = { email: 'dung.le@saomai.example', name: 'Lê Văn Dũng' };
const MINH = { email: 'minh.tran@saomai.example', name: 'Trần Minh Dũng' };
const ELSEWHERE = { email: 'dung@minhphat.example', name: 'Dũng' };
const LAN_ANH = { email: 'lan.anh@saomai.example', name: 'Lan Anh' };

beforeEach(() => speak('vi'));

async function renderDialog() {
  const save = vi.fn(async () => undefined);
  const onClose = vi.fn();
  const suggestRecipients = vi.fn(async () => ({
    // Colleagues with whom one writes are not among those of the domain.
    data: { suggest_emails: [DUNG, ELSEWHERE], same_domain_emails: [MINH, LAN_ANH], groups: [], lists: [] },
  }));
  const { user } = await renderPart(
    <ShareWithDialog
      {...{ words: WORDS, save, onClose }}
      first="READ"
      tooMany="too_many_events"
      load={async () => []}
    />,
    { api: { suggestRecipients } as never, signedIn: { email: LAN_ANH.email } },
  );
  const field = await screen.findByRole('combobox', { name: 'Chia sẻ với' });
  return { user, save, onClose, field };
}

test('CL-110 CT-6 colleagues are found by a part of their name without accents, and nobody elsewhere', async () => {
  const { user, save, field } = await renderDialog();
  await user.type(field, 'dung');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    [DUNG, MINH].map(({ name, email }) => name + email),
  );
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  const members = screen.getByRole('list', { name: WORDS.members });
  expect(within(members).getByText(DUNG.name)).toBeTruthy();
  await user.type(field, 'dung');
  await user.click(await screen.findByRole('option', { name: /Minh/ }));
  expect(within(members).getByText(MINH.name)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(save).toHaveBeenCalledWith(
    [DUNG, MINH].map(({ email }) => ({ address: email, permission: 'READ' })),
  );
});

test('Escape closes the suggestions, and then the dialog; who matches nothing is not taken', async () => {
  const { user, onClose, field } = await renderDialog();
  await user.type(field, 'dung');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.type(field, 'xyz{Enter}');
  expect(await screen.findByText('Địa chỉ này không hợp lệ.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('what stands below the form waits for it, so that it is not moved down', async () => {
  const coming = Promise.withResolvers<[]>();
  await renderPart(
    <ShareWithDialog
      {...{ words: WORDS, save: async () => undefined, onClose: () => undefined }}
      first="READ"
      tooMany="too_many_events"
      load={() => coming.promise}
    >
      <button type="button">Tạo liên kết</button>
    </ShareWithDialog>,
    { signedIn: { email: LAN_ANH.email } },
  );
  const below = () => screen.queryByRole('button', { name: 'Tạo liên kết' });
  expect(below()).toBeNull();
  coming.resolve([]);
  await waitFor(() => expect(below()).not.toBeNull());
});
