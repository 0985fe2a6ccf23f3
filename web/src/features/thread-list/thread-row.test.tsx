import type { Thread } from '@bocau/contract/threads.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { loadAvatarsWith } from '../../parts/avatars/known-avatars.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { ThreadRow } from './thread-row.tsx';
import type { RowHandlers } from './use-row-handlers.ts';

/** The most elements of a row without icons: one more would be rendered a thousand times a second. */
const MOST_ELEMENTS = 17;

async function show(
  fields: Partial<Thread> = {},
  labelled = false,
  words: readonly string[] = [],
  faced = false,
) {
  const handlers = {
    own: new Set(['lan.anh@saomai.example']),
    label: null,
    timeZone: 'Asia/Ho_Chi_Minh',
    href: () => '/folder/INBOX/t1',
    open: vi.fn(),
    toggle: vi.fn(),
    star: vi.fn(),
    quickActs: () => [],
    swipeAct: () => null,
    perform: vi.fn(),
    point: vi.fn(),
    drag: vi.fn(),
    dragEnd: vi.fn(),
  } satisfies RowHandlers;
  const part = await renderPart(
    // biome-ignore lint/a11y/useSemanticElements: the element around a row in the program
    <div role="grid">
      <ThreadRow
        sized={false}
        thread={threadOf(fields)}
        rowId="row"
        index={0}
        top={0}
        faced={faced}
        tall={faced}
        picked={false}
        anyPicked={false}
        cursor={false}
        open={false}
        labelled={labelled}
        words={words}
        handlers={handlers}
      />
    </div>,
  );
  return { ...part, ...handlers, row: screen.getByRole('row') };
}

describe.each([
  [
    'vi',
    {
      unread: 'Chưa đọc',
      star: 'Gắn dấu sao',
      me: 'tôi',
      noSubject: '(không có chủ đề)',
      draft: 'Nháp',
      failed: 'Lỗi gửi',
      files: 'Có tệp đính kèm',
      foundIn: 'Thấy trong tệp bao-gia.pdf',
      to: 'Đến:',
      junk: 'Thư rác',
      spoofed: 'Giả mạo',
    },
  ],
  [
    'en',
    {
      unread: 'Unread',
      star: 'Star',
      me: 'me',
      noSubject: '(no subject)',
      draft: 'Draft',
      failed: 'Not sent',
      files: 'Has attachments',
      foundIn: 'Found in bao-gia.pdf',
      to: 'To:',
      junk: 'Junk',
      spoofed: 'Spoofed',
    },
  ],
] as const)('a row in %s', (language, words) => {
  test('is read out as one sentence that begins with unread', async () => {
    await speak(language);
    const { row } = await show({ unread: true });
    const label = row.getAttribute('aria-label') ?? '';
    expect(label.startsWith(`${words.unread}, Trần Minh, Hợp đồng tháng 11, `)).toBe(true);
  });

  test('is starred by its button, and not opened by it', async () => {
    await speak(language);
    const { user, star, open } = await show();
    await user.click(screen.getByRole('button', { name: words.star }));
    expect(star).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  });

  test('names the reader as me, and the others by their names', async () => {
    await speak(language);
    const me = { name: 'Lan Anh', email: 'Lan.Anh@saomai.example' };
    await show({ participants: [{ name: '', email: 'hoa@saomai.example' }, me], message_count: 2 });
    expect(screen.getByText(`hoa@saomai.example, ${words.me}`)).toBeTruthy();
  });

  test('TL-10 says that there is no subject', async () => {
    await speak(language);
    await show({ subject: '' });
    expect(screen.getByRole('link', { name: words.noSubject })).toBeTruthy();
  });

  test('DM-4 says that a sender is not confirmed, where it is seen and where it is heard', async () => {
    await speak(language);
    const { row } = await show({ subject: '**SPOOF** Chuyển khoản gấp', spoofed: true });
    expect(screen.getByRole('link', { name: `${words.spoofed} Chuyển khoản gấp` })).toBeTruthy();
    expect(row.getAttribute('aria-label')).toContain(`, ${words.spoofed}: Chuyển khoản gấp, `);
    expect(row.textContent).not.toContain('**');
  });

  test('SB-12 says in which file a search found its words', async () => {
    await speak(language);
    const { row } = await show({ found_in: 'bao-gia.pdf' });
    expect(screen.getByText(words.foundIn)).toBeTruthy();
    expect(row.getAttribute('aria-label')).toContain(words.foundIn);
  });

  test('SB-12 shows the words around what a search found instead of the beginning of the message', async () => {
    await speak(language);
    const found = '… phụ lục của hợp đồng thuê kho số 7 …';
    await show({ subject: 'Kho', snippet: 'Kính gửi anh Minh', found_text: found }, false, ['hợp', 'đồng']);
    expect(screen.getAllByText(/^(hợp|đồng)$/).map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
    expect(screen.queryByText('Kính gửi anh Minh')).toBeNull();
  });

  test('TL-10 shows a draft within the conversation', async () => {
    await speak(language);
    await show({ draft_ids: ['m2'] });
    expect(screen.getByText(words.draft)).toBeTruthy();
  });

  test('shows that a message was not sent', async () => {
    await speak(language);
    await show({ status: 'sending_failed' });
    expect(screen.getByText(words.failed)).toBeTruthy();
  });

  test('shows attachments with a name for screen readers', async () => {
    await speak(language);
    await show({ has_attachments: true });
    expect(screen.getByLabelText(words.files)).toBeTruthy();
  });

  test('in Sent names the recipients', async () => {
    await speak(language);
    const { row } = await show({
      mailbox_name: 'Sent',
      to: [{ name: 'Công ty Bình Minh', email: 'mua@binhminh.example' }],
    });
    expect(row.getAttribute('aria-label')).toContain(`${words.to} Công ty Bình Minh`);
  });

  test('TL-5 what waits to be sent has no star', async () => {
    await speak(language);
    await show({ mailbox_name: 'WEBMAIL_SCHEDULED' });
    expect(screen.queryByRole('button', { name: words.star })).toBeNull();
  });

  test('TL-9 names its folder where rows of several are mixed, up to 15 characters', async () => {
    await speak(language);
    await show({ mailbox_name: 'Junk' }, true);
    expect(screen.getByText(words.junk)).toBeTruthy();
    cleanup();
    await show({ mailbox_name: 'Chứng từ xuất nhập khẩu' }, true);
    const label = screen.getByTitle('Chứng từ xuất nhập khẩu');
    expect([...(label.textContent ?? '').replace('…', '')].length).toBeLessThanOrEqual(15);
    cleanup();
    await show({ mailbox_name: 'Junk' });
    expect(screen.queryByText(words.junk)).toBeNull();
  });
});

describe('a row', () => {
  test('names a sender whose name is doubtful by the address first, and says why', async () => {
    await speak('en');
    const from = {
      name: 'ceo@bank.vn',
      email: 'attacker@evil.example',
      doubts: ['name_is_other_address' as const],
      others: [{ name: '', email: 'second@evil.example' }],
    };
    const { row } = await show({ from, participants: [from] });
    const words = 'attacker@evil.example, second@evil.example (“ceo@bank.vn”)';
    expect(screen.getByText(words).title).toBe(`${words}. The display name is someone else’s address`);
    expect(screen.getByRole('img', { name: 'Doubtful sender' })).toBeTruthy();
    expect(row.getAttribute('aria-label')).toContain('The display name is someone else’s address');
  });

  test('of a message that says nobody has written it says so', async () => {
    await speak('vi');
    const from = { name: '', email: '', doubts: ['no_from' as const] };
    await show({ from, participants: [from] });
    expect(screen.getByText('Không ghi người gửi').title).toContain('Thư không ghi người gửi');
  });

  test('opens on a click', async () => {
    const { user, open, row } = await show();
    await user.click(row);
    expect(open).toHaveBeenCalledOnce();
  });

  test('TL-2 with Shift selects as far as here instead', async () => {
    const { toggle, open, row } = await show();
    fireEvent.click(row, { shiftKey: true });
    expect(toggle).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 't1' }), true);
    expect(open).not.toHaveBeenCalled();
  });

  test('its box selects it, and does not open it', async () => {
    const { user, toggle, open } = await show();
    await user.click(screen.getByRole('checkbox'));
    expect(toggle).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  });

  test('TL-10 says how many messages a conversation has, from two on', async () => {
    const { rerender } = await show({ message_count: 3 });
    expect(screen.getByText('3')).toBeTruthy();
    rerender(<p>away</p>);
    await show({ message_count: 1 });
    expect(screen.queryByText('1')).toBeNull();
  });
});

test('is drawn with few elements: a scroll bar that is dragged replaces every row in every frame', async () => {
  const { row } = await show();
  expect(row.querySelectorAll('*').length).toBeLessThanOrEqual(MOST_ELEMENTS);
});

test('AC-4 has the picture of who is proven, and of whom one writes to; a letter of anybody else', async () => {
  const email = 'minh@saomai.example';
  const list = vi.fn(async () => [{ email, avatar: '/pictures/minh' }]);
  loadAvatarsWith(list);
  try {
    const minh = { name: 'Trần Minh', email };
    const face = async (fields: Partial<Thread>) => {
      const { row, unmount } = await show(fields, false, [], true);
      await vi.waitFor(() => expect(list).toHaveBeenCalled());
      await act(async () => undefined);
      const shown = row.querySelector('img')?.getAttribute('src') ?? row.querySelector('label')?.textContent;
      unmount();
      return shown;
    };
    const picture = '/pictures/minh?width=96';
    expect(await face({ participants: [{ ...minh, proven: true }] })).toBe(picture);
    expect(await face({ participants: [minh] })).toBe('M');
    expect(await face({ mailbox_name: 'Sent', to: [minh] })).toBe(picture);
    expect(list, 'one call for all of them').toHaveBeenCalledOnce();
  } finally {
    loadAvatarsWith(null);
  }
});

test.each([
  ['vi', 'Đã ghim', 'Đã tắt tiếng'],
  ['en', 'Pinned', 'Muted'],
] as const)('PM-8 a row says that it is pinned and muted (%s)', async (language, pinned, muted) => {
  await speak(language);
  await show({ pinned: true, muted: true });
  const row = screen.getByRole('row');
  expect(row.getAttribute('aria-label')).toMatch(new RegExp(`^${pinned}, .*${muted}`));
  expect(screen.getByRole('img', { name: pinned })).toBeDefined();
  expect(screen.getByRole('img', { name: muted })).toBeDefined();
  expect(row.dataset['pinned']).toBe('true');
  cleanup();
  // In a list of several folders there is no group.
  await show({ pinned: true }, true);
  expect(screen.getByRole('row').dataset['pinned']).toBeUndefined();
});
