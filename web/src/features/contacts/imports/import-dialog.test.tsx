import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactTools as english } from '../../../i18n/en/contact-tools.ts';
import { contacts as englishContacts } from '../../../i18n/en/contacts.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactTools as vietnamese } from '../../../i18n/vi/contact-tools.ts';
import { contacts as vietnameseContacts } from '../../../i18n/vi/contacts.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderContacts } from '../../../test-kit/render-contacts.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ImportDialog } from './import-dialog.tsx';

beforeAll(() => {
  learnWords('vi', { contacts: vietnameseContacts, contactTools: vietnamese });
  learnWords('en', { contacts: englishContacts, contactTools: english });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

/** The first of them is there already. */
const FILE = 'Lan,lan.anh@saomai.example;Vũ Hoa,hoa@gom.example';

describe.each([
  [
    'vi',
    {
      title: 'Nhập liên hệ',
      choose: 'Chọn tệp',
      found: 'Tệp có 2 liên hệ.',
      duplicate: '1 liên hệ đã có trong danh bạ hoặc lặp lại trong tệp',
      add: 'Vẫn thêm, dù bị trùng',
      column: 'Cột “Mã” là',
      faults: '1 dòng không nhập được',
      list: 'Thêm vào nhóm (không bắt buộc)',
      one: 'Nhập 1 liên hệ',
      two: 'Nhập 2 liên hệ',
      again: /^Chưa nhập xong\./,
      done: 'Đã nhập 1 liên hệ. Bỏ qua 1 liên hệ đã có.',
      unread: /^Chưa đọc được tệp\./,
      openQuote: /^Dòng 7 có dấu ngoặc kép/,
    },
  ],
  [
    'en',
    {
      title: 'Import contacts',
      choose: 'Choose a file',
      found: 'The file has 2 contacts.',
      duplicate: '1 contact is there already, or twice in the file',
      add: 'Add them all the same',
      column: 'Column “Mã” is',
      faults: '1 line can not be imported',
      list: 'Add to a list (optional)',
      one: 'Import 1 contact',
      two: 'Import 2 contacts',
      again: /^The import is not complete\./,
      done: '1 contact imported. 1 contact that was there already was skipped.',
      unread: /^The file could not be read\./,
      openQuote: /^In line 7 a quote/,
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function openImport() {
    const onClose = vi.fn();
    const page = await renderContacts(
      undefined,
      undefined,
      undefined,
      <ImportDialog onChanged={() => page.contacts.changed()} onClose={onClose} />,
    );
    const dialog = await screen.findByRole('dialog', { name: words.title });
    const choose = (name: string) =>
      page.user.upload(
        within(dialog).getByLabelText(words.choose),
        new File(['x'], name, { type: 'text/csv' }),
      );
    const names = () =>
      screen
        .getAllByRole('row', { hidden: true })
        .map((row) => row.getAttribute('aria-label')?.split(',')[0]);
    return { ...page, dialog, choose, names, onClose };
  }

  test('CT-12 a spreadsheet is shown with its columns, duplicates and faults, imported, and taken back', async () => {
    const { user, dialog, choose, settle, names, onClose } = await openImport();
    await choose(FILE);
    await within(dialog).findByText(words.found);
    within(dialog).getByRole('cell', { name: 'hoa@gom.example' });
    within(dialog).getByText(words.duplicate);
    within(dialog).getByText(words.faults);
    await user.click(within(dialog).getByRole('radio', { name: words.add }));
    within(dialog).getByRole('button', { name: words.two });
    await user.click(within(dialog).getAllByRole('radio')[0] as HTMLElement);
    await user.type(within(dialog).getByRole('combobox', { name: words.list }), 'Mới');
    await user.click(within(dialog).getByRole('button', { name: words.one }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await settle();
    expect(names()).toContain('Vũ Hoa');
    screen.getByRole('link', { name: /^Mới, 1 /, hidden: true });
    const [notice] = notices.get();
    expect(notice?.text).toBe(words.done);
    await act(async () => void (await notice?.undo?.()));
    await settle();
    expect(names()).not.toContain('Vũ Hoa');
  });

  test('another meaning of a column plans again, and nothing chosen is lost', async () => {
    const { user, dialog, choose, cards } = await openImport();
    await choose(FILE);
    const column = await within(dialog).findByRole('combobox', { name: words.column });
    await user.type(within(dialog).getByRole('combobox', { name: words.list }), 'Mới');
    await user.selectOptions(column, 'notes');
    await waitFor(() => expect(cards.calls.filter((call) => call === 'plan')).toHaveLength(2));
    await within(dialog).findByText(words.found);
    expect((column as HTMLSelectElement).value).toBe('notes');
    expect((within(dialog).getByRole('combobox', { name: words.list }) as HTMLInputElement).value).toBe(
      'Mới',
    );
  });

  test('CT-12 an import whose answer was lost is sent again and makes each card once', async () => {
    const { user, dialog, choose, settle, names, cards, onClose } = await openImport();
    await choose(FILE);
    await within(dialog).findByText(words.found);
    cards.failures.push(new ApiError(0, 'no_answer', 'Lost'));
    await user.click(within(dialog).getByRole('button', { name: words.one }));
    await within(dialog).findByText(words.again);
    await user.click(within(dialog).getByRole('button', { name: words.one }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await settle();
    expect(names().filter((name) => name === 'Vũ Hoa')).toHaveLength(1);
  });

  test('MM-32 a file with a quote that is not closed is refused by its line', async () => {
    const { dialog, choose, cards } = await openImport();
    cards.failures.push(new ApiError(400, 'invalid_input', 'No', { problem: 'open_quote', line: 7 }));
    await choose('a.csv');
    await within(dialog).findByText(words.openQuote);
  });

  test('a file that can not be read is refused beside its name, and another one may be chosen', async () => {
    const { dialog, choose, cards } = await openImport();
    cards.failures.push(new ApiError(400, 'unsupported_media_type', 'No'));
    await choose('ảnh.csv');
    await within(dialog).findByText(words.unread);
    expect(within(dialog).getByRole('button', { name: /0/ }).hasAttribute('disabled')).toBe(true);
  });
});
