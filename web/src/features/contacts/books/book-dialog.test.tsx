import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactTools as english } from '../../../i18n/en/contact-tools.ts';
import { contacts as englishContacts } from '../../../i18n/en/contacts.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactTools as vietnamese } from '../../../i18n/vi/contact-tools.ts';
import { contacts as vietnameseContacts } from '../../../i18n/vi/contacts.ts';
import { OWN_BOOK } from '../../../model/contacts/test-kit/fake-contacts.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { fill } from '../../../test-kit/fill.ts';
import { renderContacts } from '../../../test-kit/render-contacts.tsx';
import { speak } from '../../../test-kit/words.ts';
import { BookDialog } from './book-dialog.tsx';
import type { BookQuestion } from './book-question.ts';

beforeAll(() => {
  learnWords('vi', { contacts: vietnameseContacts, contactTools: vietnamese });
  learnWords('en', { contacts: englishContacts, contactTools: english });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

const OFFICE = { ...OWN_BOOK, id: 'office', name: 'Phòng', is_default: false, total: 2 };

describe.each([
  [
    'vi',
    {
      name: 'Tên sổ',
      create: 'Tạo sổ',
      missing: 'Hãy đặt tên cho sổ.',
      taken: 'Đã có sổ tên này. Hãy đặt tên khác.',
      rename: 'Đổi tên',
      renamed: 'Đã đổi tên sổ thành “Văn phòng”',
      remove: '2 liên hệ trong sổ sẽ vào Thùng rác. Người được chia sẻ cũng không còn thấy sổ này.',
      confirm: 'Xóa sổ',
      people: 'Chia sẻ với',
      outside: 'Không có người này trong tổ chức',
      permission: 'Quyền của Phạm Hà',
      leave: 'Bỏ Khách',
      parting: 'Bạn không còn thấy sổ này ở đây và trên điện thoại. Chỉ Lê Hoa chia sẻ lại được.',
      part: 'Rời sổ này',
      save: 'Lưu chia sẻ',
      nobody: 'Chưa chia sẻ với ai.',
    },
  ],
  [
    'en',
    {
      name: 'Name of the book',
      create: 'Create',
      missing: 'Give the book a name.',
      taken: 'There is a book of this name. Choose another name.',
      rename: 'Rename',
      renamed: 'Book renamed to “Văn phòng”',
      remove: '2 contacts of the book go to the trash. People it is shared with no longer see it.',
      confirm: 'Delete book',
      people: 'Share with',
      outside: 'Nobody of this organisation',
      permission: 'Permission of Phạm Hà',
      leave: 'Remove Khách',
      parting: 'You no longer see this book here and on your phone. Only Lê Hoa can share it with you again.',
      part: 'Leave this book',
      save: 'Save sharing',
      nobody: 'Not shared with anybody yet.',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function open(question: BookQuestion, books = [OWN_BOOK, OFFICE]) {
    const onClose = vi.fn();
    const page = await renderContacts(
      [],
      '/contacts',
      books,
      <BookDialog question={question} onClose={onClose} />,
    );
    const dialog = await screen.findByRole('dialog');
    const press = (name: string) => page.user.click(within(dialog).getByRole('button', { name }));
    return { ...page, dialog, press, onClose };
  }

  test('a book is made under a name that no other one has', async () => {
    const { user, dialog, press, onClose, settle } = await open({ kind: 'new' });
    await press(words.create);
    within(dialog).getByText(words.missing);
    const field = within(dialog).getByRole('textbox', { name: words.name });
    await fill(user, field, 'Phòng');
    await press(words.create);
    await within(dialog).findByText(words.taken);
    await user.type(field, ' hai');
    await press(words.create);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await settle();
    screen.getByRole('link', { name: 'Phòng hai', hidden: true });
  });

  test('a book is renamed', async () => {
    const { user, dialog, press, onClose, settle } = await open({ kind: 'rename', book: OFFICE });
    const field = within(dialog).getByRole('textbox', { name: words.name });
    await user.clear(field);
    await fill(user, field, 'Văn phòng');
    await press(words.rename);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await settle();
    expect(notices.get().at(-1)?.text).toBe(words.renamed);
    screen.getByRole('link', { name: 'Văn phòng', hidden: true });
  });

  test('CT-9 another book than the first one is deleted after a question that names its cards', async () => {
    const { dialog, press, settle } = await open({ kind: 'remove', book: OFFICE });
    within(dialog).getByText(words.remove);
    await press(words.confirm);
    await settle();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Phòng', hidden: true })).toBe(null));
  });

  test('CT-25 a book that somebody shares is left after a question that names its owner', async () => {
    const shared = {
      ...OFFICE,
      permission: 'READ' as const,
      owner: { name: 'Lê Hoa', email: 'hoa@saomai.example' },
    };
    const { dialog, press, settle } = await open({ kind: 'leave', book: shared }, [OWN_BOOK, shared]);
    within(dialog).getByText(words.parting);
    await press(words.part);
    await settle();
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Phòng/, hidden: true })).toBe(null));
  });

  test('CT-6 a book is shared with a colleague to edit, and an address from outside is refused beside its name', async () => {
    const { user, dialog, press, onClose, cards } = await open({ kind: 'share', book: OFFICE });
    await within(dialog).findByText(words.nobody);
    const field = within(dialog).getByRole('combobox', { name: words.people });
    await user.type(field, 'ha@saomai.example{Enter}khach@ngoai.example,');
    await user.selectOptions(within(dialog).getByRole('combobox', { name: words.permission }), 'WRITE');
    await press(words.save);
    await within(dialog).findByText(words.outside);
    await press(words.leave);
    await press(words.save);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(cards.members()).toEqual([{ email: 'ha@saomai.example', name: '', permission: 'WRITE' }]);
  });
});
