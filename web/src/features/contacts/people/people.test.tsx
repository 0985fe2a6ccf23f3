import { ApiError } from '@bocau/contract/client.ts';
import type { DirectoryPerson } from '@bocau/contract/directory.ts';
import type { OtherPerson } from '@bocau/contract/other-people.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactPeople as englishPeople } from '../../../i18n/en/contact-people.ts';
import { contacts as english } from '../../../i18n/en/contacts.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactPeople as vietnamesePeople } from '../../../i18n/vi/contact-people.ts';
import { contacts as vietnamese } from '../../../i18n/vi/contacts.ts';
import { undoLatest } from '../../../parts/acts/undo-latest.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderContacts } from '../../../test-kit/render-contacts.tsx';
import { speak } from '../../../test-kit/words.ts';

beforeAll(() => {
  learnWords('vi', { contacts: vietnamese, contactPeople: vietnamesePeople });
  learnWords('en', { contacts: english, contactPeople: englishPeople });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

const colleague = (name: string, letter: string, more: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  ...{ email: `${letter.toLowerCase()}@saomai.example`, name, letter, avatar: null },
  ...{ title: '', department: '', phone: '', manager: null },
  ...more,
});
const DUC = colleague('Trần Văn Đức', 'Đ', {
  ...{ email: 'duc@saomai.example', title: 'Kế toán trưởng', department: 'Kế toán', phone: '024 3555 0101' },
  manager: { name: 'Phạm Bình', email: 'b@saomai.example' },
});
const COLLEAGUES = [colleague('Phạm Bình', 'B', { department: 'Ban Giám đốc' }), DUC];
const HA: OtherPerson = {
  ...{ email: 'ha@minhphat.example', name: 'Phạm Thu Hà', sent: 9, received: 3, last_at: 1_790_000_000 },
};

function directoryCalls(people = COLLEAGUES, shown: 'all' | 'nothing' = 'all') {
  return {
    listDirectory: vi.fn(async ({ query }: { query: Record<string, string> }) => ({
      data: people.filter(
        ({ name, department }) =>
          (query['search'] === undefined || name.includes(query['search'])) &&
          (query['department'] === undefined || department === query['department']),
      ),
      meta: { next_cursor: null, shown },
    })),
    listDirectoryLetters: vi.fn(async () => ({ data: ['B', 'Đ'] })),
    listDirectoryDepartments: vi.fn(async () => ({ data: [{ name: 'Kế toán', total: 1 }] })),
    getDirectoryPerson: vi.fn(async ({ query }: { query: { email: string } }) => {
      if (query.email !== DUC.email) throw new ApiError(404, 'not_found', '', {});
      return { data: DUC };
    }),
    findContact: vi.fn(async () => ({ data: null })),
  };
}

const open = (at: string, calls: object) => renderContacts(undefined, at, undefined, undefined, calls);

describe.each([
  [
    'vi',
    {
      directory: 'Danh bạ công ty',
      others: 'Người đã trao đổi',
      search: 'Tìm trong danh bạ công ty',
      add: 'Thêm vào danh bạ',
      all: `Mọi thư với ${DUC.email}`,
      hidden: 'Danh bạ công ty không được hiển thị',
      nobody: 'Không tìm thấy ai',
      gone: 'Người này không có trong danh bạ công ty',
      none: 'Chưa có ai ở đây',
      failed: 'Chưa tải được danh bạ',
      retry: 'Thử lại',
      forget: 'Bỏ khỏi gợi ý',
      card: 'Thẻ liên hệ',
    },
  ],
  [
    'en',
    {
      directory: 'Directory',
      others: 'Other people',
      search: 'Search the directory',
      add: 'Add to contacts',
      all: `All mail with ${DUC.email}`,
      hidden: 'The directory is not shown',
      nobody: 'Nobody found',
      gone: 'This person is not in the directory',
      none: 'Nobody here yet',
      failed: 'The contacts could not be loaded',
      retry: 'Try again',
      forget: 'Remove from suggestions',
      card: 'Contact card',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  test('CT-23 the directory is a list by letters, in which a person is opened, read and added', async () => {
    const { user, names, place, cards, settle } = await open('/contacts/directory', directoryCalls());
    await screen.findByRole('grid', { name: words.directory });
    expect(names()).toEqual(['Phạm Bình', 'Trần Văn Đức']);
    expect(screen.getAllByRole('link', { current: 'page' })[0]?.getAttribute('aria-label')).toBe(
      words.directory,
    );
    await user.click(screen.getByRole('row', { name: /Đức/ }));
    expect(place()).toBe('/contacts/directory/duc%40saomai.example');
    const card = screen.getByRole('region', { name: words.card });
    within(card).getByRole('heading', { name: DUC.name });
    within(card).getByText('Kế toán trưởng · Kế toán');
    expect(within(card).getByRole('link', { name: words.all }).getAttribute('href')).toContain('duc');
    expect(within(card).getByRole('link', { name: 'Phạm Bình' }).getAttribute('href')).toBe(
      '/contacts/directory/b%40saomai.example',
    );
    await user.click(await within(card).findByRole('button', { name: words.add }));
    await settle();
    expect(cards.calls).toContain('create');
    expect(notices.get().at(-1)?.text).toContain(DUC.name);
    const undoing = undoLatest();
    await settle();
    await act(() => undoing);
    expect(cards.calls).toContain('trash');
    await within(card).findByRole('button', { name: words.add });
    await user.keyboard('u');
    expect(place()).toBe('/contacts/directory');
  });

  test('CT-23 it is searched, and narrowed to a department by its address', async () => {
    const calls = directoryCalls();
    const { user, names, place } = await open('/contacts/directory', calls);
    await screen.findByRole('grid');
    await user.type(screen.getByRole('searchbox', { name: words.search }), 'Bình{Enter}');
    await waitFor(() => expect(names()).toEqual(['Phạm Bình']));
    expect(place()).toBe('/contacts/directory?q=B%C3%ACnh');
    await user.type(screen.getByRole('searchbox', { name: words.search }), 'x{Enter}');
    await screen.findByText(words.nobody);
  });

  test('CT-23 only those of a department are shown', async () => {
    const { names } = await open('/contacts/directory?department=K%E1%BA%BF+to%C3%A1n', directoryCalls());
    await screen.findByRole('grid');
    expect(names()).toEqual(['Trần Văn Đức']);
  });

  test('CT-20 a directory that is not shown says so', async () => {
    await open('/contacts/directory', directoryCalls([], 'nothing'));
    await screen.findByText(words.hidden);
  });

  test('CT-20 an address of somebody who is not in the directory says so', async () => {
    await open('/contacts/directory/la%40saomai.example', directoryCalls());
    await screen.findByText(words.gone);
  });

  test('CT-23 a directory that fails is asked for again', async () => {
    const calls = directoryCalls();
    calls.listDirectory.mockRejectedValueOnce(new ApiError(500, 'internal_error', '', {}));
    const { user } = await open('/contacts/directory', calls);
    await screen.findByText(words.failed);
    await user.click(screen.getByRole('button', { name: words.retry }));
    await screen.findByRole('row', { name: /Đức/ });
  });

  test('CT-24 who lost the card elsewhere is there again', async () => {
    let people = [HA, { ...HA, email: 'binh@saomai.example', name: 'Bình' }];
    const listOtherPeople = vi.fn(async () => ({ data: people, meta: { next_cursor: null } }));
    const { tell, names } = await open('/contacts/others', { listOtherPeople });
    await waitFor(() => expect(names()).toHaveLength(2));
    people = [HA];
    await tell({ event: 'contacts_changed', data: { seq: 2 } });
    await waitFor(() => expect(names()).toHaveLength(1));
  });

  test('CT-24 other people are removed from suggestions, which is undone, and added as a card', async () => {
    let people = [HA];
    const calls = {
      listOtherPeople: vi.fn(async () => ({ data: people, meta: { next_cursor: null } })),
      forgetOtherPerson: vi.fn(async ({ body }: { body: { forgotten: boolean } }) => {
        people = body.forgotten ? [] : [HA];
        return { data: { ok: true } };
      }),
      findContact: vi.fn(async () => ({ data: null })),
    };
    const { user, place, names } = await open('/contacts/others', calls);
    await user.click(await screen.findByRole('row', { name: /Hà/ }));
    const card = () => screen.getByRole('region', { name: words.card });
    await user.click(within(card()).getByRole('button', { name: words.forget }));
    await screen.findByText(words.none);
    expect(place()).toBe('/contacts/others');
    await act(() => undoLatest());
    await waitFor(() => expect(names()).toEqual(['Phạm Thu Hà']));
    expect(calls.forgetOtherPerson).toHaveBeenLastCalledWith({
      body: { email: HA.email, forgotten: false },
    });
    await user.click(screen.getByRole('row', { name: /Hà/ }));
    await user.click(await within(card()).findByRole('button', { name: words.add }));
    await waitFor(() => expect(place()).toMatch(/^\/contacts\/c\//));
  });
});
