import type { Reviewed } from '@bocau/contract/admin-review.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Person } from '@bocau/contract/people.ts';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { PersonReview } from './person-review.tsx';

const AT = Date.UTC(2026, 10, 21, 8) / 1000;
const PERSON = { id: '7', fullname: 'Trần Quốc Minh', deleted_at: null } as Person;
const DEVICE = { browser: 'Firefox 145', system: 'Linux', kind: 'desktop' } as const;

function activityOf(
  id: string,
  given: Partial<Extract<Reviewed, { kind: 'activity' }>['activity']>,
): Reviewed {
  const activity = {
    ...{ id, kind: 'sign_in', at: AT, first_at: AT, times: 1, method: 'password', protocol: 'web' },
    ...{ outcome: 'ok', address: '203.0.113.9', device: DEVICE, about: '' },
    ...given,
  } as Extract<Reviewed, { kind: 'activity' }>['activity'];
  return { kind: 'activity', id: `activity:${id}`, at: AT, activity };
}

const FIRST: Reviewed[] = [
  activityOf('1', {}),
  activityOf('2', { kind: 'app_password_made', method: null, outcome: null, about: 'Điện thoại' }),
  {
    ...{ kind: 'sent', id: 'sent:1', at: AT, first_at: AT - 600, messages: 1_200, recipients: 3_100 },
    ...{ domain_count: 3, domains: [{ domain: 'ngoai.example', recipients: 3_000 }] },
  },
  {
    ...{ kind: 'rule', id: 'rule:1', at: AT, type: 'filter', enabled: true },
    ...{ does: ['redirect', 'discard'], redirects_to: ['la@ngoai.example'] },
  },
  {
    ...{ kind: 'share', id: 'share:1', at: AT, names: ['Báo giá'], permission: 'READ', people: 1 },
    ...{ outside: true, open_link: 'link' },
  },
  {
    ...{ kind: 'calendar', id: 'calendar:link:1', at: AT, of: 'link', name: 'Dự án', host: null },
    ...{ permission: 'BUSY', people: 0, open_link: 'of-calendar', ended: false },
  },
  {
    ...{
      kind: 'calendar',
      id: 'calendar:followed:1',
      at: AT,
      of: 'followed',
      name: null,
      host: 'lich.example',
    },
    ...{ permission: 'READ', people: 0, open_link: null, ended: true },
  },
];
const LAST: Reviewed[] = [
  {
    ...{ kind: 'act', id: 'act:1', at: AT, act: 'fullname', actor: 'lan.anh@saomai.example', by: 'person' },
    ...{ before: 'Minh', after: 'Trần Quốc Minh' },
  },
];

function reviewServer() {
  const server = { asked: [] as unknown[], open: true, failure: null as ApiError | null, entries: FIRST };
  const api = {
    async reviewPerson({ query }: { query: { cursor?: string } }) {
      if (server.failure) throw server.failure;
      const shown = query.cursor === undefined ? server.entries : LAST;
      const data = shown.map((entry) =>
        entry.kind === 'share' && !server.open ? { ...entry, open_link: null } : entry,
      );
      const next_cursor = query.cursor === undefined && shown.length > 0 ? 'next' : null;
      return { data, meta: { next_cursor, domain: 'saomai.example' } };
    },
    async signOutAnyPerson({ params }: { params: object }) {
      server.asked.push(['sign out', params]);
      return { data: { ok: true } };
    },
    async endDomainLink({ params }: { params: object }) {
      server.asked.push(['end', params]);
      server.open = false;
      return { data: { ok: true } };
    },
    async restoreDomainLink({ params }: { params: object }) {
      server.asked.push(['restore', params]);
      server.open = true;
      return { data: { ok: true } };
    },
  };
  return { server, api: api as never };
}

async function open(given = reviewServer()) {
  const { user } = await renderPart(<PersonReview person={PERSON} />, {
    api: given.api,
    at: '/admin/people',
  });
  await user.click(screen.getByRole('button', { name: 'Xem lại hoạt động…' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Hoạt động 30 ngày qua của Trần Quốc Minh' }),
  );
  return { ...given, user, dialog };
}

beforeEach(() => {
  notices.set([]);
  speak('vi');
  learnWords('vi', { admin });
});

test('AU-5 a review says when, from where and what, a page at a time, and that the look is written down', async () => {
  const { user, dialog } = await open();
  await dialog.findByRole('list', { name: 'Hoạt động' });
  const lines = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  const [signIn, password, sent, rule, share, link, followed] = lines();
  expect(signIn).toMatch(/Firefox 145.*Linux.*203\.0\.113\.9/);
  expect(password).toMatch(/Điện thoại.*Thu hồi mật khẩu ứng dụng/);
  expect(sent).toMatch(
    /^Đã gửi 1\.200 thư3\.100 người nhận · ngoai\.example \(3\.000\) · và 2 tên miền khác · từ /,
  );
  expect(rule).toMatch(/^Đã tạo hoặc sửa bộ lọcgửi tiếp, xóa thư · la@ngoai\.example/);
  expect(share).toMatch(/^Đã chia sẻ ra ngoài: Báo giávới 1 người/);
  expect(link).toMatch(/^Đã tạo liên kết đến lịch Dự ánchỉ bận\/rảnhChấm dứt/);
  expect(followed).toMatch(/^Đã theo dõi lịch từ lich\.exampleNay đã chấm dứt/);
  dialog.getByText(/Lần xem này được ghi vào nhật ký/);
  await user.click(dialog.getByRole('button', { name: 'Trang sau' }));
  await expect.poll(() => lines().length).toBe(1);
  expect(lines()[0]).toMatch(/^Đã đổi tênMinh → Trần Quốc Minh · Bởi lan\.anh@saomai\.example/);
});

test('AU-5 what can be done about it is done from the review: a link is ended and put back, everybody signed out', async () => {
  const { server, user, dialog } = await open();
  await user.click(await dialog.findByRole('button', { name: 'Chấm dứt liên kết đến Báo giá' }));
  expect(await dialog.findByText(/Liên kết không còn mở được/)).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/được ghi vào nhật ký/);
  await act(async () => notices.get().at(-1)?.undo?.());
  expect(await dialog.findByRole('button', { name: 'Chấm dứt liên kết đến Báo giá' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Chấm dứt liên kết đến Dự án' }));
  await expect
    .poll(() => server.asked.at(-1))
    .toEqual(['end', { domain: 'saomai.example', id: 'of-calendar' }]);
  await user.click(dialog.getByRole('button', { name: 'Đăng xuất mọi nơi' }));
  const link = { domain: 'saomai.example', id: 'link' };
  await expect
    .poll(() => server.asked)
    .toEqual([
      ['end', link],
      ['restore', link],
      ['end', { ...link, id: 'of-calendar' }],
      ['sign out', { id: '7' }],
    ]);
});

test('AU-5 a review without entries says so, and one that fails can be asked for again', async () => {
  const given = reviewServer();
  given.server.failure = new ApiError(500, 'internal_error', 'broken');
  given.server.entries = [];
  const { user, dialog } = await open(given);
  const retry = await dialog.findByRole('button', { name: 'Thử lại' });
  given.server.failure = null;
  await user.click(retry);
  expect(await dialog.findByText('Không có hoạt động nào trong 30 ngày qua.')).toBeTruthy();
});
