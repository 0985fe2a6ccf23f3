import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactPeople as englishPeople } from '../../i18n/en/contact-people.ts';
import { contacts as english } from '../../i18n/en/contacts.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { contactPeople as vietnamesePeople } from '../../i18n/vi/contact-people.ts';
import { contacts as vietnamese } from '../../i18n/vi/contacts.ts';
import { cardOf, OWN_BOOK } from '../../model/contacts/test-kit/fake-contacts.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderContacts } from '../../test-kit/render-contacts.tsx';
import { speak } from '../../test-kit/words.ts';

beforeAll(() => {
  learnWords('vi', { contacts: vietnamese, contactPeople: vietnamesePeople });
  learnWords('en', { contacts: english, contactPeople: englishPeople });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

describe.each([
  [
    'vi',
    {
      all: 'Tất cả liên hệ',
      places: [
        ...['Tất cả liên hệ', 'Yêu thích', 'Danh bạ công ty', 'Người đã trao đổi', 'Nhóm của công ty'],
        ...['Khách hàng, 1 liên hệ', 'Thùng rác'],
      ],
      search: 'Tìm trong danh bạ',
      pick: 'Chọn Lê Dũng',
      picked: 'Đã chọn 2',
      trashed: 'Đã chuyển 2 liên hệ vào Thùng rác',
      trashedBy: 'Trần Minh đã chuyển liên hệ này vào Thùng rác.',
      write: 'Viết thư',
      lunar: '15/08/1990 âm lịch',
      leave: 'Bỏ khỏi nhóm Khách hàng',
      none: 'Không tìm thấy ai',
      empty: 'Danh bạ còn trống',
      gone: 'Liên hệ này không còn nữa',
      final: 'Xóa vĩnh viễn?',
      confirm: 'Xóa vĩnh viễn',
    },
  ],
  [
    'en',
    {
      all: 'All contacts',
      places: [
        ...[
          'All contacts',
          'Favourites',
          'Directory',
          'Other people',
          'Company groups',
          'Khách hàng, 1 contact',
          'Trash',
        ],
      ],
      search: 'Search contacts',
      pick: 'Select Lê Dũng',
      picked: '2 selected',
      trashed: '2 contacts moved to Trash',
      trashedBy: 'Trần Minh moved this contact to the trash.',
      write: 'Write',
      lunar: '15/08/1990 (lunar calendar)',
      leave: 'Remove from the list Khách hàng',
      none: 'Nobody found',
      empty: 'No contacts yet',
      gone: 'This contact no longer exists',
      final: 'Delete for good?',
      confirm: 'Delete for good',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  test('the list stands by given names, each letter beside its first contact, and beside it all lists', async () => {
    const { names } = await renderContacts();
    screen.getByRole('grid', { name: words.all });
    expect(names()).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo', 'Lê Dũng']);
    const letters = screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent);
    expect(letters).toEqual(['A', 'B', 'D']);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual(words.places);
  });

  test('a search finds without accents and by a part of a number, and says when nobody is found', async () => {
    const { user, names, settle, place } = await renderContacts();
    const field = screen.getByRole('searchbox', { name: words.search });
    const search = async (typed: string) => {
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      await settle();
    };
    await search('quoc bao');
    expect(place()).toBe('/contacts/search?q=quoc+bao');
    expect(names()).toEqual(['Trần Quốc Bảo']);
    await search('345678');
    expect(names()).toEqual(['Nguyễn Thị Lan Anh']);
    await search('nobody');
    screen.getByText(words.none);
  });

  test('contacts are selected, put into the trash by a key, and taken back', async () => {
    const { user, names, settle, cards } = await renderContacts();
    await user.click(screen.getByRole('checkbox', { name: words.pick }));
    await user.keyboard('kx');
    screen.getByText(words.picked);
    await user.keyboard('#');
    expect(names()).toEqual(['Nguyễn Thị Lan Anh']);
    const [notice] = notices.get();
    expect(notice?.text).toBe(words.trashed);
    await settle();
    expect(cards.card('dung')?.trashed_at).toBeDefined();
    await act(async () => void (await notice?.undo?.()));
    expect(names()).toHaveLength(3);
    await settle();
    expect(cards.card('dung')?.trashed_at).toBeUndefined();
  });

  test('a press opens the card: a message is written to it, and a list is left', async () => {
    const { user, settle, place, openNew, cards } = await renderContacts();
    await user.click(screen.getByRole('row', { name: /Lan Anh/ }));
    await settle();
    expect(place()).toBe('/contacts/c/lan');
    const card = screen.getByRole('article');
    within(card).getByRole('heading', { name: 'Nguyễn Thị Lan Anh' });
    within(card).getByText(words.lunar);
    expect(within(card).getByRole('link', { name: '0912 345 678' }).getAttribute('href')).toBe(
      'tel:+84912345678',
    );
    await user.click(within(card).getByRole('button', { name: words.write }));
    await waitFor(() =>
      expect(openNew).toHaveBeenCalledWith({ to: '"Nguyễn Thị Lan Anh" <lan.anh@saomai.example>' }),
    );
    await user.click(within(card).getByRole('button', { name: words.leave }));
    expect(within(card).queryByRole('button', { name: words.leave })).toBe(null);
    await settle();
    expect(cards.card('lan')?.fields.lists).toEqual([]);
    await user.keyboard('{Escape}');
    expect(place()).toBe('/contacts');
  });

  test('CT-64 a card of a shared book says who threw it away', async () => {
    const trashed_by = { name: 'Trần Minh', email: 'minh@saomai.example' };
    await renderContacts(
      [cardOf('dung', 'Lê Dũng', { trashed_at: 1_795_140_000, trashed_by })],
      '/contacts/c/dung?in=trash',
    );
    await screen.findByText(words.trashedBy);
  });

  test('what is in the trash is deleted for good only after a question', async () => {
    const { user, names, settle, cards } = await renderContacts(
      [cardOf('dung', 'Lê Dũng', { trashed_at: 1_795_140_000 })],
      '/contacts/trash',
    );
    expect(names()).toEqual(['Lê Dũng']);
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('j{Delete}');
    const dialog = await screen.findByRole('dialog', { name: words.final });
    await user.click(within(dialog).getByRole('button', { name: words.confirm }));
    await settle();
    expect(cards.card('dung')).toBeUndefined();
  });

  test('nobody yet, and a card that is gone, are said', async () => {
    const { unmount } = await renderContacts([]);
    screen.getByText(words.empty);
    unmount();
    await renderContacts([], '/contacts/c/lan');
    screen.getByText(words.gone);
  });
});

test('contacts of a book that may only be read can not be changed', async () => {
  speak('vi');
  const book = { ...OWN_BOOK, id: 'shared', name: 'Phòng', is_default: false, permission: 'READ' as const };
  const owner = { name: 'Bảo', email: 'bao@saomai.example' };
  const { user, settle, cards } = await renderContacts(
    [cardOf('ha', 'Phạm Hà', { book_id: 'shared', permission: 'READ' })],
    '/contacts/book/shared',
    [OWN_BOOK, { ...book, owner }],
  );
  await user.click(screen.getByRole('row', { name: /Phạm Hà/ }));
  await settle();
  expect(screen.queryByRole('button', { name: 'Sửa' })).toBe(null);
  await user.keyboard('#e');
  await settle();
  expect(cards.calls).not.toContain('trash');
  screen.getByRole('link', { name: 'Phòng, của Bảo' });
});

test('a letter of the edge shows the list from there, loaded or not', async () => {
  speak('vi');
  const many = Array.from({ length: 240 }, (_, at) =>
    cardOf(`c${at}`, `Trần ${String.fromCharCode(65 + Math.floor(at / 20))}${String(at).padStart(3, '0')}`),
  );
  const { user, names, settle } = await renderContacts(many);
  await user.click(screen.getByRole('button', { name: 'Đến chữ L' }));
  await settle();
  expect(names()[0]).toBe('Trần L220');
  screen.getByText('Danh sách bắt đầu từ chữ L.');
  await user.click(screen.getByRole('button', { name: 'Xem từ đầu' }));
  expect(names()[0]).toBe('Trần A000');
});

test('Mod+A picks the contacts that are loaded and says so; the rest is picked when it is asked for', async () => {
  speak('vi');
  const many = Array.from({ length: 240 }, (_, at) =>
    cardOf(`c${at}`, `Trần N${String(at).padStart(3, '0')}`),
  );
  const { user, settle } = await renderContacts(many);
  await user.keyboard('{Control>}a{/Control}');
  screen.getByText('Đã chọn 100 liên hệ đang hiện.');
  await user.click(screen.getByRole('button', { name: 'Chọn tất cả 240 liên hệ' }));
  await settle();
  await settle();
  const bar = screen.getByRole('toolbar');
  await waitFor(() => within(bar).getByText(/240/));
});

test('who has no address is not left out of a message silently', async () => {
  await speak('vi');
  const { user, openNew } = await renderContacts([
    cardOf('an', 'An', { fields: { emails: [{ label: 'work', value: 'an@a.example' }] } }),
    cardOf('ba', 'Ba'),
    cardOf('cu', 'Cu'),
  ]);
  act(() => screen.getByRole('grid').focus());
  await user.keyboard('{Control>}a{/Control}m');
  await waitFor(() => expect(openNew).toHaveBeenCalledWith({ to: '"An" <an@a.example>' }));
  expect(notices.get().map(({ text }) => text)).toContain(
    '2 người không có địa chỉ email nên không nhận được thư này.',
  );
});
