import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactTools as english } from '../../../i18n/en/contact-tools.ts';
import { contacts as englishContacts } from '../../../i18n/en/contacts.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactTools as vietnamese } from '../../../i18n/vi/contact-tools.ts';
import { contacts as vietnameseContacts } from '../../../i18n/vi/contacts.ts';
import { cardOf } from '../../../model/contacts/test-kit/fake-contacts.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderContacts } from '../../../test-kit/render-contacts.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DuplicatesDialog } from './duplicates-dialog.tsx';

beforeAll(() => {
  learnWords('vi', { contacts: vietnameseContacts, contactTools: vietnamese });
  learnWords('en', { contacts: englishContacts, contactTools: english });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

describe.each([
  [
    'vi',
    {
      title: 'Liên hệ trùng',
      by: 'Cùng tên Vũ Hoa',
      differs: 'khác nhau',
      keep: 'Giữ liên hệ này: Vũ Hoa',
      merge: 'Gộp 2 liên hệ',
      done: 'Đã gộp 2 liên hệ thành “Vũ Hoa”',
      refused: /^Chưa gộp được\./,
      apart: 'Không phải một người',
      none: 'Không có liên hệ trùng',
    },
  ],
  [
    'en',
    {
      title: 'Duplicates',
      by: 'Same name Vũ Hoa',
      differs: 'differs',
      keep: 'Keep this one: Vũ Hoa',
      merge: 'Merge 2 contacts',
      done: '2 contacts merged into “Vũ Hoa”',
      refused: /^They could not be merged\./,
      apart: 'Not the same person',
      none: 'No duplicates',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function openDuplicates() {
    const phones = [{ label: 'mobile', value: '0912345678' }];
    const page = await renderContacts(
      [
        cardOf(`${language}-a`, 'Vũ Hoa', { fields: { title: 'Kế toán' } }),
        cardOf(`${language}-b`, 'Vũ Hoa', { fields: { phones, title: 'Giám đốc' } }),
        cardOf('dung', 'Lê Dũng'),
      ],
      undefined,
      undefined,
      <DuplicatesDialog onClose={vi.fn()} />,
    );
    const dialog = await screen.findByRole('dialog', { name: words.title });
    await within(dialog).findByRole('heading', { name: words.by });
    return { ...page, dialog };
  }

  test('CT-13 two cards of one name are compared, merged into the chosen one, and made two again', async () => {
    const { user, dialog, settle, cards } = await openDuplicates();
    within(dialog).getByText(words.differs);
    within(dialog).getByRole('cell', { name: '0912 345 678' });
    const [first, second] = within(dialog).getAllByRole('radio', { name: words.keep });
    // The one that says more.
    expect((second as HTMLInputElement).checked).toBe(true);
    await user.click(first as HTMLElement);
    cards.failures.push(new ApiError(0, 'no_answer', 'Lost'));
    await user.click(within(dialog).getByRole('button', { name: words.merge }));
    await within(dialog).findByText(words.refused);
    await user.click(within(dialog).getByRole('button', { name: words.merge }));
    await within(dialog).findByText(words.none);
    expect(cards.card(`${language}-b`)?.trashed_at).toBeDefined();
    const notice = notices.get().at(-1);
    expect(notice?.text).toBe(words.done);
    await act(async () => void (await notice?.undo?.()));
    await settle();
    expect(cards.card(`${language}-b`)?.trashed_at).toBeUndefined();
    await within(dialog).findByRole('heading', { name: words.by });
  });

  test('a group that is not of one person is not shown again', async () => {
    const { user, dialog } = await openDuplicates();
    await user.click(within(dialog).getByRole('button', { name: words.apart }));
    await waitFor(() => within(dialog).getByText(words.none));
  });
});
