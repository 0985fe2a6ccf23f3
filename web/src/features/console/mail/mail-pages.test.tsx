import type { Braked, BrakeLimits } from '@bocau/contract/admin-brakes.ts';
import type { Queued, Traced } from '@bocau/contract/admin-mail.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { adminMail } from '../../../i18n/vi/admin-mail.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { HeldSendersPage } from './held-senders-page.tsx';
import { QueuePage } from './queue-page.tsx';
import { SendersPage } from './senders-page.tsx';
import { TracePage } from './trace-page.tsx';

const AT = Date.UTC(2026, 10, 21, 8) / 1000;

const QUEUED: Queued = {
  id: '7-019aa0e2-7f2c-7abc-8def-0123456789ab',
  recipient: 'khach@away.example',
  destination: 'away.example',
  sender: 'minh.tran@saomai.example',
  mailbox: 'minh.tran@saomai.example',
  kind: 'send',
  reason: 'deferred',
  held: null,
  queued_at: AT,
  held_at: null,
  attempts: 2,
  next_at: AT + 900,
  code: 451,
  reply: '451 4.7.1 Greylisted',
};

const TRACED: Traced = {
  at: AT,
  event: 'delivered',
  message_id: 'mot@saomai.example',
  sender: 'minh.tran@saomai.example',
  recipient: 'khach@away.example',
  client: null,
  folder: null,
  rule: null,
  verdict: null,
  code: 250,
  said: '250 2.0.0 Ok: queued as 4F2A',
};

function mailServer() {
  const asked: unknown[] = [];
  const holds: { email: string; at: number; actor: string; reason: string }[] = [];
  let removed = false;
  let refused = false;
  const braked: Braked[] = [];
  const limits: BrakeLimits = { on: true, per_hour: null, per_day: 90 };
  const api = {
    async getQueueTotals() {
      const total = { recipients: 1, held: 0, oldest_at: AT, next_at: null, held_as_a_whole: false };
      return {
        data: {
          destinations: [{ destination: 'away.example', ...total }],
          held_senders: [...holds],
          held_destinations: [],
        },
      };
    },
    async listQueue({ query }: { query: unknown }) {
      asked.push(query);
      return { data: removed ? [] : [QUEUED], meta: { next_cursor: null } };
    },
    async actOnQueue({ body }: { body: { act: string } }) {
      asked.push(body);
      if (body.act === 'hold') holds.push({ email: QUEUED.mailbox, at: AT, actor: 'chi.lan', reason: '' });
      else holds.length = 0;
      if (refused) throw new ApiError(400, 'already_exists', 'Held already');
      removed ||= body.act === 'remove';
      return { data: { moved: 1, more: false } };
    },
    async listTopSenders() {
      const minh = { sender: QUEUED.mailbox, hour: 180, day: 400, rejected: 12, held: holds.length > 0 };
      return { data: [minh], meta: { per_hour: 500, per_day: 2000 } };
    },
    listBrakes: async () => ({ data: [...braked] }),
    async actOnBrake({ body }: { body: { act: string; sender: string } }) {
      asked.push(body);
      if (!braked.some(({ sender }) => sender === body.sender))
        throw new ApiError(404, 'not_found', 'Released');
      if (body.act === 'release') braked.length = 0;
      else for (const each of braked) each.waiting = 0;
      return { data: { moved: 40, more: false } };
    },
    showBrakeLimits: async () => ({ data: limits }),
    async changeBrakeLimits({ body }: { body: object }) {
      asked.push(body);
      return { data: Object.assign(limits, body) };
    },
    async traceMail({ query }: { query: { message?: string } }) {
      asked.push(query);
      const accepted = {
        ...TRACED,
        at: AT - 60,
        event: 'accepted',
        recipient: null,
        code: null,
        said: 'send',
      };
      return { data: query.message ? [TRACED, accepted] : [TRACED], meta: { next_cursor: null } };
    },
  };
  const refuse = () => {
    refused = true;
  };
  return { asked, braked, limits, refuse, api: api as never };
}

beforeEach(() => {
  speak('vi');
  learnWords('vi', { adminMail });
});

test('a sender is held from what waits of theirs, and released; the focus stays', async () => {
  const { asked, api } = mailServer();
  const { user } = await renderPart(<QueuePage ownName="" />, { api, at: '/admin/queue' });
  const line = await screen.findByRole('button', {
    name: /khach@away\.example.*nơi nhận trả lời: “451 4\.7\.1 Greylisted”.*Bị tạm từ chối/,
  });
  await user.click(line);
  const dialog = await screen.findByRole('dialog', { name: 'khach@away.example' });
  await user.selectOptions(
    within(dialog).getByLabelText('Áp dụng cho'),
    'Mọi thư của minh.tran@saomai.example',
  );
  await user.type(within(dialog).getByLabelText('Lý do (không bắt buộc)'), 'gửi rác');
  await user.click(within(dialog).getByRole('button', { name: 'Giữ lại' }));
  const held = await screen.findByRole('region', { name: 'Đang giữ lại' });
  expect(asked.at(-2)).toEqual({ act: 'hold', sender: 'minh.tran@saomai.example', reason: 'gửi rác' });
  await user.click(within(held).getByRole('button', { name: 'Cho gửi tiếp' }));
  await expect.poll(() => screen.queryByRole('region', { name: 'Đang giữ lại' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Hàng đợi gửi đi');
  expect(asked).toContainEqual({ act: 'release', sender: 'minh.tran@saomai.example' });
});

test('nothing is removed before it was asked whether; its line goes, and the focus stays on the page', async () => {
  const { asked, api } = mailServer();
  const { user } = await renderPart(<QueuePage ownName="" />, { api, at: '/admin/queue' });
  await user.click(await screen.findByRole('button', { name: /khach@away\.example/ }));
  await user.click(await screen.findByRole('button', { name: 'Bỏ khỏi hàng đợi' }));
  const question = await screen.findByRole('dialog', { name: 'Bỏ khỏi hàng đợi?' });
  expect(asked).not.toContainEqual(expect.objectContaining({ act: 'remove' }));
  await user.click(within(question).getByRole('button', { name: 'Bỏ khỏi hàng đợi' }));
  await expect
    .poll(() => asked)
    .toContainEqual({ act: 'remove', message: QUEUED.id, recipient: 'khach@away.example', reason: '' });
  expect(await screen.findByText('Không có thư nào đang chờ.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Hàng đợi gửi đi');
});

test('what is found is followed from its beginning, and back to the results', async () => {
  const { asked, api } = mailServer();
  const { user } = await renderPart(<TracePage />, { api, at: '/admin/trace' });
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText('Người nhận'), 'khach@away.example');
  await user.click(screen.getByRole('button', { name: 'Tìm' }));
  await expect.poll(() => asked.at(-1)).toMatchObject({ recipient: 'khach@away.example' });
  await user.click(await screen.findByRole('button', { name: /queued as 4F2A/ }));
  const timeline = await screen.findByRole('region', { name: /Đường đi của thư mot@saomai\.example/ });
  await expect
    .poll(() =>
      within(timeline)
        .queryAllByRole('listitem')
        .map((line) => line.textContent),
    )
    .toEqual([
      expect.stringContaining('Nhận để gửi đi'),
      expect.stringContaining('Máy chủ nơi nhận đã nhận'),
    ]);
  await user.click(within(timeline).getByRole('button', { name: 'Quay lại kết quả' }));
  expect(document.activeElement?.textContent).toBe('Theo dõi thư');
});

test('GR-84 a message to a group is said to be taken for the group, with how far its copies have come', async () => {
  const { api } = mailServer();
  const event = {
    ...TRACED,
    event: 'received',
    recipient: 'ketoan@saomai.example',
    code: null,
    said: null,
    copies: {
      finished_at: AT,
      kept_here: null,
      people: { filed: 12, known: 0, refused: 0, waiting: 0 },
      elsewhere: { sent: 0, waiting: 0, held: 0, failed: 1, unclear: 0, suspended: 0, not_begun: 0 },
      reasons: [],
    },
  };
  const traceMail = async ({ query }: { query: { message?: string } }) => ({
    data: [query.message ? event : { ...event, copies: null }],
    meta: { next_cursor: null },
  });
  const given = { api: Object.assign(api, { traceMail }) as never, at: '/admin/trace' };
  const { user } = await renderPart(<TracePage />, given);
  await user.click(screen.getByRole('button', { name: 'Xem một giờ qua' }));
  await user.click(await screen.findByRole('button', { name: /ketoan.*Nhận để chia cho nhóm/ }));
  const timeline = await screen.findByRole('region', { name: /Đường đi của thư/ });
  const line = await within(timeline).findByRole('listitem');
  expect(line.textContent).toMatch(/12 đã vào hộp thư.*1 không gửi được.*Nhận để chia cho nhóm$/);
});

test('who sends too much is held with a reason, and released', async () => {
  const { asked, api, refuse } = mailServer();
  const { user } = await renderPart(<SendersPage ownName="chi.lan@saomai.example" />, {
    api,
    at: '/admin/senders',
  });
  expect((await screen.findByRole('listitem')).textContent).toContain(
    '180 người nhận trong giờ qua · 400 trong ngày qua12 người nhận bị nơi khác từ chối trong giờ qua',
  );
  await user.click(screen.getByRole('button', { name: `Giữ lại thư của ${QUEUED.mailbox}…` }));
  const question = await screen.findByRole('dialog', { name: `Giữ lại thư của ${QUEUED.mailbox}?` });
  await user.type(within(question).getByLabelText('Lý do (không bắt buộc)'), 'gửi rác');
  await user.click(within(question).getByRole('button', { name: 'Giữ lại' }));
  const release = await screen.findByRole('button', { name: `Cho ${QUEUED.mailbox} gửi tiếp` });
  expect(asked).toEqual([{ act: 'hold', sender: QUEUED.mailbox, reason: 'gửi rác' }]);
  expect(document.activeElement).toBe(release);
  await user.click(release);
  expect(await screen.findByRole('button', { name: `Giữ lại thư của ${QUEUED.mailbox}…` })).toBeTruthy();
  expect(asked).toHaveLength(2);
  // Another administrator was faster: after a refusal, the current state is shown.
  refuse();
  await user.click(screen.getByRole('button', { name: `Giữ lại thư của ${QUEUED.mailbox}…` }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Giữ lại' }));
  expect(await screen.findByRole('button', { name: `Cho ${QUEUED.mailbox} gửi tiếp` })).toBeTruthy();
});

const BRAKED: Braked = { sender: QUEUED.mailbox, at: AT, brake: 'hour', reason: 'Held', waiting: 40 };

test('who was held automatically is seen with the reason; what waits is removed, and the sender released', async () => {
  const { asked, braked, api } = mailServer();
  const own = 'lan.anh@saomai.example';
  const gone = 'gone@saomai.example';
  braked.push({ ...BRAKED }, { ...BRAKED, sender: own, brake: 'refused', waiting: 0 });
  braked.push({ ...BRAKED, sender: gone });
  const { user } = await renderPart(<HeldSendersPage ownName={own} />, { api, at: '/admin/senders' });
  const [line, mine] = await screen.findAllByRole('listitem');
  expect(line?.textContent).toMatch(/quá nhiều người nhận bên ngoài trong một giờ.*40 người nhận đang chờ/);
  expect(mine?.textContent).toContain('Người quản trị khác phải cho bạn gửi tiếp.');
  expect(within(mine as HTMLElement).queryByRole('button', { name: /gửi tiếp$/ })).toBeNull();
  braked.pop();
  notices.set([]);
  await user.click(screen.getByRole('button', { name: `Cho ${gone} gửi tiếp` }));
  await expect.poll(() => screen.queryByText(gone)).toBeNull();
  expect(notices.get()).toEqual([]);
  const remove = screen.getByRole('button', { name: `Bỏ thư đang giữ của ${BRAKED.sender}…` });
  await user.click(remove);
  const question = await screen.findByRole('dialog', { name: `Bỏ thư đang giữ của ${BRAKED.sender}?` });
  await user.type(within(question).getByLabelText('Lý do (không bắt buộc)'), 'mật khẩu lộ');
  await user.click(within(question).getByRole('button', { name: 'Bỏ thư' }));
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => document.activeElement).toBe(remove);
  await user.click(screen.getByRole('button', { name: `Cho ${BRAKED.sender} gửi tiếp` }));
  expect(await screen.findByText('Không ai bị giữ tự động.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Đang bị giữ tự động');
  expect(asked).toEqual([
    { act: 'release', sender: gone },
    { act: 'remove', sender: BRAKED.sender, reason: 'mật khẩu lộ' },
    { act: 'release', sender: BRAKED.sender },
  ]);
});

test('a provider changes from when on a sender is held; only what was changed is sent', async () => {
  const { asked, limits, api } = mailServer();
  const { user } = await renderPart(<SendersPage ownName="" />, { api, at: '/admin/senders' });
  const open = await screen.findByRole('button', { name: `Mức giữ tự động của ${QUEUED.mailbox}…` });
  await user.click(open);
  const dialog = await screen.findByRole('dialog', { name: `Mức giữ tự động của ${QUEUED.mailbox}` });
  const hour = await within(dialog).findByLabelText('Người nhận bên ngoài trong một giờ');
  await user.type(hour, '0');
  await user.click(within(dialog).getByRole('button', { name: 'Lưu' }));
  expect(document.activeElement).toBe(hour);
  await user.clear(hour);
  await user.type(hour, '60');
  await user.clear(within(dialog).getByLabelText('Người nhận bên ngoài trong một ngày'));
  await user.click(within(dialog).getByRole('button', { name: 'Lưu' }));
  await expect.poll(() => asked).toEqual([{ sender: QUEUED.mailbox, per_hour: 60, per_day: null }]);
  await expect.poll(() => document.activeElement).toBe(open);
  // Changed by another administrator.
  limits.per_hour = 70;
  await user.click(open);
  const changed = await screen.findByLabelText('Người nhận bên ngoài trong một giờ');
  expect(changed).toHaveProperty('value', '70');
  await user.type(changed, 'x');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await expect.poll(() => asked.at(-1)).toEqual({ sender: QUEUED.mailbox, on: false });
});

test.each([
  { page: <QueuePage ownName="" />, late: 'getQueueTotals', at: '/admin/queue' },
  { page: <SendersPage ownName="" />, late: 'listBrakes', at: '/admin/senders' },
] as const)('what $late answers late pushes nothing away on $at', async ({ page, late, at }) => {
  const { api } = mailServer();
  const answered = Promise.withResolvers<void>();
  const answer: () => Promise<unknown> = api[late];
  const waiting = {
    ...(api as object),
    [late]: async () => {
      await answered.promise;
      return answer();
    },
  };
  await renderPart(page, { api: waiting as never, at });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('listitem')).toBeNull();
  answered.resolve();
  expect(await screen.findAllByRole('listitem')).not.toHaveLength(0);
});
