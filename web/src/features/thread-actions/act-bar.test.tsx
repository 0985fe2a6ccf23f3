import { cleanup, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { ActBar } from './act-bar.tsx';

type Shown = { folder: string; condensed: boolean; unread?: readonly boolean[] };

function BarIn({ folder, condensed, unread = [true] }: Shown) {
  const model: MailModel = useMailModel();
  const threads = unread.map((one) => threadOf({ mailbox_name: folder, unread: one }));
  const list = { kind: 'folder', path: folder } as const;
  return <ActBar target={{ model, list, threads, whole: null }} condensed={condensed} />;
}

async function actionsIn(
  folder: string,
  condensed = false,
  unread: readonly boolean[] = [true],
): Promise<(string | null)[]> {
  await renderPart(<BarIn folder={folder} condensed={condensed} unread={unread} />);
  return screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
}

describe.each([
  [
    'vi',
    {
      INBOX: ['Lưu trữ', 'Xóa', 'Báo thư rác', 'Để sau…', 'Chuyển đến', 'Gắn nhãn', 'Thao tác khác'],
      Trash: ['Khôi phục', 'Xóa vĩnh viễn', 'Thao tác khác'],
      Junk: ['Không phải thư rác', 'Xóa vĩnh viễn', 'Thao tác khác'],
      Drafts: ['Xóa thư nháp', 'Thao tác khác'],
    },
  ],
  [
    'en',
    {
      INBOX: ['Archive', 'Delete', 'Report junk', 'Snooze…', 'Move to', 'Label', 'More actions'],
      Trash: ['Restore', 'Delete permanently', 'More actions'],
      Junk: ['Not junk', 'Delete permanently', 'More actions'],
      Drafts: ['Delete drafts', 'More actions'],
    },
  ],
] as const)('the actions of selected conversations in %s', (language, actions) => {
  test.each(Object.entries(actions))('in %s', async (folder, expected) => {
    await speak(language);
    expect(await actionsIn(folder)).toEqual(expected);
  });
});

test('TL-5 what waits to be sent can be cancelled, and nothing else', async () => {
  await speak('en');
  await renderPart(<BarIn folder="WEBMAIL_SCHEDULED" condensed={false} />);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Cancel sending',
  ]);
});

test('on a narrow screen the first two have buttons, the rest is in the menu', async () => {
  await speak('en');
  expect(await actionsIn('INBOX', true)).toEqual(['Archive', 'Delete', 'More actions']);
});

test.each([
  ['vi', 'Đánh dấu đã đọc', 'Đánh dấu chưa đọc'],
  ['en', 'Mark as read', 'Mark as unread'],
] as const)(
  'TL-23 several are marked as read, or as unread where none is, without the menu in %s',
  async (language, read, unread) => {
    await speak(language);
    expect(await actionsIn('INBOX', true, [true, false])).toContain(read);
    cleanup();
    expect(await actionsIn('INBOX', false, [false, false])).toContain(unread);
  },
);
