import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contacts as english } from '../../i18n/en/contacts.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { contacts as vietnamese } from '../../i18n/vi/contacts.ts';
import type { cardOf } from '../../model/contacts/test-kit/fake-contacts.ts';
import { notices } from '../../parts/notices/notify.ts';
import { fill } from '../../test-kit/fill.ts';
import { renderContacts } from '../../test-kit/render-contacts.tsx';
import { speak } from '../../test-kit/words.ts';

beforeAll(() => {
  learnWords('vi', { contacts: vietnamese });
  learnWords('en', { contacts: english });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

beforeAll(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined }),
  );
});
afterAll(() => vi.unstubAllGlobals());

type Card = ReturnType<typeof cardOf>;

describe.each([
  [
    'vi',
    {
      photo: 'Thêm ảnh',
      noPhoto: 'Bỏ ảnh',
      refusedPhoto: /^Ảnh chưa được lưu, các mục khác đã lưu\./,
      new: 'Liên hệ mới',
      edit: 'Sửa liên hệ',
      name: 'Họ và tên',
      phone: 'Số điện thoại',
      email: 'Địa chỉ thư',
      title: 'Chức danh',
      notes: 'Ghi chú',
      birthday: 'Ngày sinh',
      save: 'Lưu',
      empty: 'Nhập tên, tổ chức, địa chỉ thư hoặc số điện thoại',
      day: 'Ngày cần có dạng 15/8 hoặc 15/8/1990',
      discard: 'Bỏ nội dung đang nhập?',
      stay: 'Tiếp tục nhập',
      leave: 'Bỏ nội dung',
      created: 'Đã thêm “Vũ Hoa” vào danh bạ',
      theirs: 'Ở nơi khác: Giám đốc',
      take: 'Dùng nội dung ở nơi khác cho mục Chức danh',
    },
  ],
  [
    'en',
    {
      photo: 'Add a photo',
      noPhoto: 'Remove photo',
      refusedPhoto: /^The photo was not saved, the other fields were\./,
      new: 'New contact',
      edit: 'Edit contact',
      name: 'Full name',
      phone: 'Phone number',
      email: 'E-mail address',
      title: 'Title',
      notes: 'Notes',
      birthday: 'Birthday',
      save: 'Save',
      empty: 'Enter a name, an organisation, an address or a number',
      day: 'A date looks like 15/8 or 15/8/1990',
      discard: 'Discard what you entered?',
      stay: 'Keep editing',
      leave: 'Discard',
      created: '“Vũ Hoa” added to your contacts',
      theirs: 'Elsewhere: Giám đốc',
      take: 'Use what was entered elsewhere for Title',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  const field = (name: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name });

  test('a contact is created in the list that is shown, and its card opens', async () => {
    const { user, settle, names, place } = await renderContacts(
      undefined,
      '/contacts/list/Kh%C3%A1ch%20h%C3%A0ng',
    );
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: words.new });
    await fill(user, field(words.name), 'Vũ Hoa');
    await fill(user, within(dialog).getByRole('textbox', { name: words.phone }), '0987654321');
    await user.type(field(words.birthday), '31/4');
    await user.keyboard('{Control>}s{/Control}');
    within(dialog).getByText(words.day);
    await user.clear(field(words.birthday));
    await user.type(field(words.birthday), '30/4');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await settle();
    // As on a phone, where the card covers its list.
    await screen.findByRole('heading', { name: 'Vũ Hoa' });
    expect(notices.get().at(-1)?.text).toBe(words.created);
    expect(place()).toMatch(/^\/contacts\/c\/.+\?in=list/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(names()).toEqual(['Nguyễn Thị Lan Anh', 'Vũ Hoa']));
  });

  test('CT-14 a photo is saved with a new card, again where it was refused, and removed', async () => {
    const { user, settle, cards, place } = await renderContacts();
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: words.new });
    await fill(user, field(words.name), 'Vũ Hoa');
    const file = new File(['x'], 'hoa.png', { type: 'image/png' });
    await user.upload(within(dialog).getByLabelText(words.photo), file);
    // The card is made; its photo is refused.
    cards.refusals.set('photo', new ApiError(400, 'file_not_allowed', 'No'));
    await user.click(screen.getByRole('button', { name: words.save }));
    await within(dialog).findByText(words.refusedPhoto);
    await user.click(screen.getByRole('button', { name: words.save }));
    await screen.findByRole('heading', { name: 'Vũ Hoa' });
    await settle();
    expect(cards.calls.filter((call) => call === 'create')).toHaveLength(1);
    const id = place().split(/[/?]/)[3] ?? '';
    expect(cards.card(id)?.photo).not.toBe(null);
    await user.keyboard('e');
    await user.click(await screen.findByRole('button', { name: words.noPhoto }));
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    await waitFor(() => expect(cards.card(id)?.photo).toBe(null));
  });

  test('CT-8 nothing typed is refused beside the name, and what was typed is not lost by Escape', async () => {
    const { user } = await renderContacts();
    await user.keyboard('c');
    await screen.findByRole('dialog', { name: words.new });
    await user.click(screen.getByRole('button', { name: words.save }));
    screen.getByText(words.empty);
    await user.type(field(words.name), 'Vũ');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: words.discard });
    await user.click(within(question).getByRole('button', { name: words.stay }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: words.discard })).toBe(null));
    expect((field(words.name) as HTMLInputElement).value).toBe('Vũ');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: words.leave }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('CT-4 another edit in between is merged, and where both changed the same, both are shown', async () => {
    const { user, settle, cards } = await renderContacts(undefined, '/contacts/c/lan');
    const edit = async () => {
      await user.keyboard('e');
      await screen.findByRole('dialog', { name: words.edit });
    };
    const elsewhere = (fields: Partial<Card['fields']>) => {
      const card = cards.card('lan') as Card;
      cards.put({ ...card, fields: { ...card.fields, ...fields } });
    };
    await edit();
    elsewhere({ organisation: 'Sao Mai Hà Nội' });
    await fill(user, field(words.notes), 'Gọi sau 9 giờ');
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(cards.card('lan')?.fields).toMatchObject({
      organisation: 'Sao Mai Hà Nội',
      notes: 'Gọi sau 9 giờ',
    });

    await edit();
    elsewhere({ title: 'Giám đốc' });
    await user.clear(field(words.title));
    await fill(user, field(words.title), 'Phó giám đốc');
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    await screen.findByText(words.theirs);
    expect((field(words.title) as HTMLInputElement).value).toBe('Phó giám đốc');
    await user.click(screen.getByRole('button', { name: words.take }));
    expect((field(words.title) as HTMLInputElement).value).toBe('Giám đốc');
    await fill(user, field(words.title), ' điều hành');
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    await waitFor(() => expect(cards.card('lan')?.fields.title).toBe('Giám đốc điều hành'));
  });

  test('CT-45 without a connection what was typed waits on the page, and is saved by itself', async () => {
    const { user, clock, cards } = await renderContacts();
    cards.failures.push(new ApiError(0, 'internal_error', 'No answer'));
    const kept = (language === 'vi' ? vietnamese : english).kept;
    const said = () => notices.get().map(({ text }) => text);
    const named = (text: string) => text.replace('{{name}}', 'Vũ Hoa');
    await user.keyboard('c');
    await screen.findByRole('dialog', { name: words.new });
    await fill(user, field(words.name), 'Vũ Hoa');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(said()).toContain(named(kept.waits));
    screen.getByText(/Vũ Hoa/, { selector: '[role="status"] span' });
    await act(() => clock.advance(5000));
    expect(said()).toContain(named(kept.saved));
    expect(screen.queryByText(/Vũ Hoa/, { selector: '[role="status"] span' })).toBeNull();
    expect(cards.calls.filter((call) => call === 'create')).toHaveLength(2);
  });
});
