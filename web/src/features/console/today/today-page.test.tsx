import { ApiError } from '@bocau/contract/client.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { people } from '../../../i18n/vi/people.ts';
import { now } from '../../../lib/timers.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { TodayPage } from './today-page.tsx';

beforeEach(() => {
  speak('vi');
  learnWords('vi', { admin, people });
});

const DAY = 86_400;
const MB = 1024 * 1024;
const seconds = () => Math.floor(now() / 1000);
const NOBODY = { count: 0, people: [] };
const NONE = { count: 0, names: [] };
const QUIET = {
  ...{ full: NOBODY, not_receiving: NOBODY },
  ...{ without_owner: NONE, suspended: NONE, installation: null },
};
const EMPTY_QUEUE = { destinations: [], held_senders: [], held_destinations: [] };

async function show(
  today: object,
  more: { brakes?: object[]; queue?: object } = {},
  domain: string | null = null,
  zone = 'Asia/Ho_Chi_Minh',
) {
  const api = {
    showToday: async () => ({ data: { ...QUIET, ...today } }),
    listBrakes: async () => ({ data: more.brakes ?? [] }),
    ...(domain === null && { getQueueTotals: async () => ({ data: more.queue ?? EMPTY_QUEUE }) }),
  };
  const settings = { time_zone: zone };
  return renderPart(<TodayPage domain={domain} />, { api: api as never, at: '/admin', settings });
}

const linesOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

test('AU-5 the console says first what needs a person, each with its way there, and below what is in order', async () => {
  const person = { id: '7', email: 'bao@saomai.example', fullname: 'Quốc Bảo', used: 950 * MB, quota: 1000 };
  const held = { sender: 'gui@saomai.example', at: 1, brake: 'hour', reason: '', waiting: 3 };
  await show(
    {
      full: { count: 3, people: [person] },
      suspended: { count: 1, names: ['no-tien.example'] },
      without_owner: { count: 1, names: ['khong-chu.example'] },
      installation: {
        backup: { at: seconds() - 2 * DAY, lost: 0, damaged: 0 },
        certificate: { expires_at: seconds() + 90 * DAY },
      },
    },
    {
      brakes: [held],
      queue: {
        ...EMPTY_QUEUE,
        destinations: [{ destination: 'xa.example', recipients: 12, oldest_at: seconds() - 7200 }],
      },
    },
  );
  const needed = await linesOf(admin.today.needed);
  expect(needed).toEqual([
    expect.stringMatching(/^12 người nhận đang chờ/),
    '1 người bị giữ thư tự độnggui@saomai.example',
    expect.stringMatching(/^Hộp thư của Quốc Bảo sắp đầybao@saomai\.example · /),
    'Còn 2 hộp thư khác sắp đầy',
    `no-tien.example${admin.today.suspended}`,
    `khong-chu.example${admin.domains.noOwner}`,
    expect.stringMatching(/^Bản sao lưu mới nhất/),
  ]);
  expect(await linesOf(admin.today.inOrder)).toEqual([
    expect.stringMatching(/^Chứng chỉ của cổng thư có hiệu lực/),
  ]);
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(new Set(ways)).toEqual(
    new Set([
      ...['/admin/queue', '/admin/senders', '/admin/people/gui%40saomai.example'],
      ...['/admin/people/bao%40saomai.example', '/admin/people'],
      ...['/admin/domains/no-tien.example', '/admin/domains/khong-chu.example'],
    ]),
  );
});

test('AU-5 an owner is told whose mail goes back to who sent it, and since when', async () => {
  const person = { id: '7', email: 'bao@saomai.example', fullname: 'Quốc Bảo', since: seconds() - DAY };
  await show({ not_receiving: { count: 3, people: [person] } }, {}, 'saomai.example');
  expect(await linesOf(admin.today.needed)).toEqual([
    expect.stringMatching(/^Quốc Bảo đang không nhận được thưbao@saomai\.example · Tạm ngưng từ .+ trả lại/),
    'Còn 2 người khác đang không nhận được thư',
  ]);
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toContain('/admin/people/bao%40saomai.example');
  expect(screen.queryByText(admin.today.nothing)).toBeNull();
});

test('AU-5 says how many more domains are suspended or have no owner than are named', async () => {
  await show({
    suspended: { count: 7, names: ['no-tien.example'] },
    without_owner: { count: 4, names: ['khong-chu.example'] },
  });
  expect(await linesOf(admin.today.needed)).toEqual([
    `no-tien.example${admin.today.suspended}`,
    'Còn 6 tên miền khác đang tạm ngưng',
    `khong-chu.example${admin.domains.noOwner}`,
    'Còn 3 tên miền khác chưa có chủ sở hữu',
  ]);
  const more = screen.getAllByRole('link', { name: /^Còn \d tên miền khác/ });
  expect(more.map((link) => link.getAttribute('href'))).toEqual(['/admin/domains', '/admin/domains']);
});

test('AU-5 a missing backup and a certificate that ends soon need a person', async () => {
  const certificate = { expires_at: seconds() + 13 * DAY };
  await show({ installation: { backup: null, certificate } });
  expect(await linesOf(admin.today.needed)).toEqual([
    admin.today.noBackup,
    expect.stringMatching(/^Chứng chỉ của cổng thư có hiệu lực/),
  ]);
});

test('AU-5 a fresh backup that was found damaged needs a person', async () => {
  await show({ installation: { backup: { at: seconds(), lost: 1, damaged: 2 }, certificate: null } });
  expect(await linesOf(admin.today.needed)).toEqual([
    expect.stringMatching(/^Bản sao lưu mới nhất: .*Lần kiểm tra gần nhất thấy 2 phần bị hỏng$/),
  ]);
});

test('AU-5 the end of the certificate is on the wall of the zone of whoever looks', async () => {
  const certificate = { expires_at: Date.UTC(2100, 0, 1, 0, 30) / 1000 };
  const installation = { backup: { at: seconds(), lost: 0, damaged: 0 }, certificate };
  await show({ installation }, {}, null, 'Pacific/Honolulu');
  expect(await linesOf(admin.today.inOrder)).toContain(
    'Chứng chỉ của cổng thư có hiệu lực đến 14:30 31/12/2099',
  );
});

test('AU-5 an owner is told of their domain alone, and when nothing needs them', async () => {
  await show({}, {}, 'saomai.example');
  expect(await screen.findByText(admin.today.nothing)).toBeTruthy();
  expect(await linesOf(admin.today.inOrder)).toEqual([admin.today.heldNobody, admin.today.fullNobody]);
});

test('AU-5 what could not be read is asked for again', async () => {
  let fails = true;
  const api = {
    showToday: async () => {
      if (fails) throw new ApiError(500, 'internal_error', 'Broken');
      return { data: QUIET };
    },
    listBrakes: async () => ({ data: [] }),
  };
  const { user } = await renderPart(<TodayPage domain="saomai.example" />, { api: api as never });
  const again = await screen.findByRole('button', { name: 'Thử lại' });
  fails = false;
  await user.click(again);
  expect(await screen.findByText(admin.today.nothing)).toBeTruthy();
});
