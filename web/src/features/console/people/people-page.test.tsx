import type { User } from '@bocau/contract/account.ts';
import type { AdminAudit } from '@bocau/contract/admin-oversight.ts';
import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import type { MailRestore } from '@bocau/contract/admin-restore.ts';
import type { SignedIn } from '@bocau/contract/admin-sessions.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { type Person, SUSPENSION_KINDS, type SuspensionKind } from '@bocau/contract/people.ts';
import type { Activity, OpenSession } from '@bocau/contract/security.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { consolePages } from '../../../i18n/vi/console-pages.ts';
import { useLocation } from '../../../router/router.tsx';
import { fill } from '../../../test-kit/fill.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { AuditPage } from './audit-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { PersonPage } from './person-page.tsx';
import { SignedInPage } from './signed-in-page.tsx';

const MINH = 'Trần Quốc Minh';
/** A small page: each line is looked up by its role, which is slow. */
const PAGE = 3;
const AT = Date.UTC(2026, 10, 21, 8) / 1000;
const NO_VALUES = { before: null, after: null };

const RESTORE: MailRestore = {
  ...{ backup: '', folder: '', state: 'waiting', asked_at: AT, ended_at: null },
  ...{ seen: 0, restored: 0, put_back: 0, unreadable: 0 },
};

const DEVICE = { browser: 'Firefox 145', system: 'Linux', kind: 'desktop' } as const;
const SIGN_IN: Activity = {
  ...{ id: '1', kind: 'sign_in', at: AT, first_at: AT, times: 3, method: 'password', protocol: 'web' },
  ...{ outcome: 'wrong_password', address: '203.0.113.9', device: DEVICE, about: '' },
};

function personOf(number: number, given: Partial<Person> = {}): Person {
  return {
    id: String(number),
    email: `nguoi${number}@saomai.example`,
    fullname: `Người ${number}`,
    type: 'User',
    aliases: [],
    active: true,
    suspended: [],
    deleted_at: null,
    removed_at: null,
    enable_smtp: true,
    enable_recall: true,
    enable_drive: true,
    ...{ hidden: false, title: '', department: '', phone: '', manager: null },
    quota: 1_000,
    drive_quota: 10_240,
    used_quota: 0,
    sent: 0,
    two_step: false,
    last_sign_in_at: null,
    created_at: AT,
    ...given,
  };
}

type HandOver = NonNullable<ShownPerson['meetings']['hand_over']>;

const UNDER_WAY: HandOver = {
  ...{ heir: { name: 'Hà', email: 'ha@saomai.example' }, moved: 34, left: 24, failed: false },
};

function domainServer() {
  const server = {
    failure: null as ApiError | null,
    /** The requests, in order. */
    asked: [] as unknown[],
    people: [
      personOf(1, { email: 'lan.anh@saomai.example', fullname: 'Lan Anh', type: 'Owner' }),
      personOf(2, { fullname: 'Trần Quốc Minh', two_step: true, last_sign_in_at: AT, sent: 45 }),
      ...Array.from({ length: 3 }, (_, at) => personOf(at + 3)),
    ],
    log: [] as AdminAudit[],
    restore: null as MailRestore | null,
    provider: false,
    heldMessages: 0,
    plannedMessages: 0,
    meetings: { open: 0, private: 0, more: false } as ShownPerson['meetings'],
    /** Another administrator is first. */
    handsOverTo: null as HandOver | null,
    domainSuspended: false,
    isHeld: false,
    sessions: [] as OpenSession[],
    signedIn: [] as SignedIn[],
    /** The list of sessions waits for this. */
    held: null as Promise<void> | null,
  };
  const answered = <T, M = undefined>(data: T, meta?: M) => {
    if (server.failure) throw server.failure;
    return { data, meta: meta as M };
  };
  const change = (id: string, changes: Partial<Person>, asked: unknown) => {
    server.asked.push(asked);
    server.people = server.people.map((each) => (each.id === id ? { ...each, ...changes } : each));
    return answered(server.people.find((each) => each.id === id) as Person);
  };
  type Of = { params: { id: string } };
  const api = {
    getUserInfo: async () =>
      answered({
        email: 'lan.anh@saomai.example',
        domains: [{ domain: 'saomai.example', active: true }],
      } as User),
    async listAllPeople({ query }: { query: { search?: string; cursor?: string } }) {
      const from = Number(query.cursor ?? 0);
      const found = server.people.filter(({ fullname }) =>
        fullname.toLowerCase().includes((query.search ?? '').toLowerCase()),
      );
      const next_cursor = from + PAGE < found.length ? String(from + PAGE) : null;
      return answered(found.slice(from, from + PAGE), { next_cursor });
    },
    async showAnyPerson({ params }: Of) {
      const found = server.people.find(({ id, email, aliases }) =>
        [id, email, ...aliases].includes(params.id),
      );
      if (!found) throw new ApiError(404, 'not_found', 'nobody');
      return answered({
        ...found,
        ...{ used_drive_quota: 3 * 1024 ** 3, provider: server.provider },
        ...{ held_messages: server.heldMessages, planned_messages: server.plannedMessages },
        meetings: server.meetings,
        ...{ domain_suspended: server.domainSuspended, held: server.isHeld },
      });
    },
    async renameAnyPerson({ params, body }: Of & { body: { email: string } }) {
      const old = server.people.find(({ id }) => id === params.id)?.email ?? '';
      return change(params.id, { email: body.email, aliases: [old] }, `main ${body.email}`);
    },
    async createAnyPerson({ body }: { body: unknown }) {
      server.asked.push(body);
      return answered({ person: personOf(99), link: 'https://thu.saomai.example/login#reset=x' });
    },
    async makeAnyPasswordLink() {
      return answered({ link: 'https://thu.saomai.example/login#reset=y' });
    },
    changeAnyPerson: async ({ params, body }: Of & { body: Partial<Person> }) =>
      change(params.id, body, body),
    setAnySuspension: async ({ params, body }: Of & { body: Record<SuspensionKind, boolean> }) => {
      const suspended = SUSPENSION_KINDS.filter((kind) => body[kind]);
      return change(params.id, { active: !body.sign_in, suspended }, suspended);
    },
    async cancelPlannedMail() {
      server.asked.push('cancel');
      server.plannedMessages -= 50;
      return answered({ ended: 50, more: server.plannedMessages > 0 });
    },
    deleteAnyPerson: async ({ params }: Of) =>
      change(params.id, { deleted_at: 1, removed_at: 2_592_001 }, 'delete'),
    async checkAnyHeir({ body }: { body: { heir: string } }) {
      if (server.people.some(({ email }) => email === body.heir)) return answered(server.people[0]);
      throw new ApiError(400, 'invalid_input', 'nobody');
    },
    async handOverAnyDrive({ params, body }: Of & { body: { heir: string } }) {
      return change(params.id, {}, `drive to ${body.heir}`);
    },
    async handOverAnyMeetings({ params, body }: Of & { body: { heir: string } }) {
      if (server.handsOverTo) {
        server.meetings = { ...server.meetings, hand_over: server.handsOverTo };
        throw new ApiError(409, 'operation_in_progress', 'under way');
      }
      const heir = { name: '', email: body.heir };
      const left = server.meetings.open;
      server.meetings = { ...server.meetings, hand_over: { heir, moved: 0, left, failed: false } };
      return change(params.id, {}, `meetings to ${body.heir}`);
    },
    undeleteAnyPerson: async ({ params }: Of) =>
      change(params.id, { deleted_at: null, removed_at: null }, 'undelete'),
    async addAnyAlias({ params, body }: Of & { body: { address: string } }) {
      if (body.address.startsWith('sales')) throw new ApiError(400, 'already_exists', 'taken');
      return change(params.id, { aliases: [body.address] }, body.address);
    },
    removeAnyAlias: async ({ params }: Of) => change(params.id, { aliases: [] }, 'remove'),
    listSessionsOf: async () => answered(server.sessions),
    async endSessionOf({ params }: { params: { session: string } }) {
      server.sessions = server.sessions.filter(({ id }) => id !== params.session);
      server.signedIn = server.signedIn.filter(({ id }) => id !== params.session);
      // The session had already ended.
      if (params.session === 'gone') throw new ApiError(404, 'not_found', 'gone');
      return answered({ ok: true as const });
    },
    async listSignedIn({ query: { search = '', cursor } }: { query: { search?: string; cursor?: string } }) {
      await server.held;
      const data = server.signedIn.filter(({ person }) => person.email.startsWith(search));
      // The first people of the domain have no sessions.
      return cursor === undefined && search === ''
        ? answered([], { next_cursor: '1' })
        : answered(data, { next_cursor: null });
    },
    async signOutAnyPerson() {
      server.sessions = [];
      return answered({ ok: true as const });
    },
    async listSignInsOf({ query }: { query: object }) {
      server.asked.push(query);
      return answered([SIGN_IN], { page: 1, has_more: false });
    },
    listBackups: async () => answered([{ name: '20261121T023000Z', at: AT }]),
    listBackupFolders: async () =>
      answered([
        { path: 'INBOX', role: 'INBOX', is_there: true },
        { path: 'Dự án/2026', role: null, is_there: false },
      ]),
    async restoreFolder({ body }: { body: object }) {
      server.asked.push(body);
      server.restore = { ...RESTORE, ...body, state: 'waiting' };
      return answered(server.restore);
    },
    async showMailRestore() {
      const { restore } = server;
      if (restore?.state === 'waiting') server.restore = { ...restore, state: 'done', seen: 5, restored: 3 };
      return answered(restore);
    },
    async listAudit({ query }: { query: { cursor?: string } }) {
      server.asked.push(query);
      const from = Number(query.cursor ?? 0);
      return answered(server.log.slice(from, from + PAGE), {
        next_cursor: from + PAGE < server.log.length ? String(from + PAGE) : null,
      });
    },
  };
  return { server, api: api as never };
}

const names = async () =>
  within(await screen.findByRole('list', { name: 'Người dùng' }))
    .getAllByRole('link')
    .map((line) => line.getAttribute('aria-label'));

/** The list and its pages, routed as in the console. */
function People({ only }: { only: string | null }) {
  const { pathname, search, index } = useLocation();
  const [, , , name] = pathname.split('/');
  const given = { domain: only, ownName: 'lan.anh@saomai.example' };
  return (
    <main>
      <output>{pathname + search}</output>
      {name ? (
        <PersonPage key={index} name={decodeURIComponent(name)} {...given} />
      ) : (
        <PeoplePage key={index} {...given} />
      )}
    </main>
  );
}

const address = () => document.querySelector('output')?.textContent;

async function show(given = domainServer(), { only = 'saomai.example' as string | null, at = '' } = {}) {
  const { user } = await renderPart(<People only={only} />, { api: given.api, at: `/admin/people${at}` });
  return { ...given, user };
}

async function open(given = domainServer(), only: string | null = 'saomai.example', name = MINH) {
  const { user } = await show(given, { only });
  await user.click(await screen.findByRole('link', { name: `Quản lý ${name}` }));
  await screen.findByRole('heading', { level: 1, name });
  return { ...given, user, page: screen.getByRole('main') };
}

beforeEach(() => {
  speak('vi');
  learnWords('vi', { admin });
});

test('AU-5 the people of the domain a page at a time, searched as one types', async () => {
  const { user } = await show();
  expect(await names()).toHaveLength(PAGE);
  const rowOfMinh = () => screen.getByRole('link', { name: `Quản lý ${MINH}` });
  const before = rowOfMinh();
  const [lan, minh] = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lan).toMatch(/Lan Anh.*Chủ sở hữu.*Chưa đăng nhập/);
  expect(minh).toMatch(
    /Trần Quốc Minh.*Hai bước.*Đăng nhập lần cuối.* · Đã gửi 45 thư trong 30 ngày \(tính đến đêm qua\)/,
  );
  await user.click(screen.getByRole('button', { name: 'Trang sau' }));
  await expect.poll(names).toEqual(['Quản lý Người 4', 'Quản lý Người 5']);
  await user.click(screen.getByRole('button', { name: 'Trang trước' }));
  await expect.poll(names).toHaveLength(PAGE);
  await user.type(screen.getByRole('searchbox', { name: 'Tìm theo tên hoặc địa chỉ' }), 'minh');
  await expect.poll(names).toEqual(['Quản lý Trần Quốc Minh']);
  // A reused row would count as a layout shift where the answer comes late.
  expect(rowOfMinh()).not.toBe(before);
  await user.type(screen.getByRole('searchbox', { name: 'Tìm theo tên hoặc địa chỉ' }), 'x');
  expect(await screen.findByText('Không tìm thấy ai có “minhx”.')).toBeTruthy();
});

test('AU-5 an owner is told why they can do nothing with a provider of their domain', async () => {
  const given = domainServer();
  const { server } = given;
  server.provider = true;
  const { user } = await show(given);
  const line = await screen.findByRole('link', { name: `Quản lý ${MINH}` });
  server.failure = new ApiError(500, 'internal_error', 'broken');
  await user.click(line);
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  server.failure = null;
  await user.click(retry);
  await screen.findByText(/chỉ nhà cung cấp mới thay đổi/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('AU-5 suspending names its consequences, and access is given back; the focus stays', async () => {
  const { server, user, page } = await open();
  await user.click(within(page).getByRole('button', { name: 'Tạm ngưng…' }));
  const question = await screen.findByRole('dialog', { name: 'Tạm ngưng Trần Quốc Minh?' });
  // Customers' mail keeps arriving unless somebody decides otherwise.
  expect(within(question).getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  expect(within(question).getByRole('checkbox', { name: 'nhận thư' })).toHaveProperty('checked', false);
  expect(within(question).getByText(/Không chọn thì thư vẫn vào hộp thư/)).toBeTruthy();
  const press = (name: string) => user.click(within(question).getByRole('checkbox', { name }));
  for (const kind of ['đăng nhập', 'gửi thư']) await press(kind);
  const suspend = within(question).getByRole<HTMLButtonElement>('button', { name: 'Tạm ngưng' });
  expect(suspend.disabled).toBe(true);
  await press('gửi thư');
  await user.click(suspend);
  expect(await within(page).findByText('Đang tạm ngưng: gửi thư')).toBeTruthy();
  expect(within(page).getByText('Tạm ngưng: gửi thư')).toBeTruthy();
  const giveBack = async () => {
    await user.click(within(page).getByRole('button', { name: 'Cho dùng lại…' }));
    return within(await screen.findByRole('dialog', { name: 'Cho Trần Quốc Minh dùng lại?' }));
  };
  let asked = await giveBack();
  expect(await asked.findByText('Không có thư nào đang bị giữ để gửi đi.')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: 'Hủy' }));
  server.heldMessages = 12;
  asked = await giveBack();
  expect(await asked.findByText('12 thư đang bị giữ sẽ được gửi đi ngay.')).toBeTruthy();
  expect(server.asked).toEqual([['sending']]);
  await user.click(asked.getByRole('button', { name: 'Cho dùng lại' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Tạm ngưng tài khoản');
  expect(server.asked).toEqual([['sending'], []]);
});

test.each([true, false])(
  'AU-19 who gives sending back sees what is planned, and has it cancelled first if they like: %s',
  async (cancels) => {
    const given = domainServer();
    given.server.people = given.server.people.map((each) => ({ ...each, suspended: ['sending'] }));
    given.server.plannedMessages = 70;
    const { server, user, page } = await open(given);
    await user.click(within(page).getByRole('button', { name: 'Cho dùng lại…' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Cho Trần Quốc Minh dùng lại?' }));
    expect(await asked.findByText('70 thư hẹn giờ hoặc gửi định kỳ vẫn đi vào lúc đã hẹn.')).toBeTruthy();
    if (cancels) await user.click(asked.getByRole('checkbox', { name: /^Hủy hẹn/ }));
    await user.click(asked.getByRole('button', { name: 'Cho dùng lại' }));
    await expect.poll(() => server.asked).toEqual(cancels ? ['cancel', 'cancel', []] : [[]]);
  },
);

test('AU-5 AU-6 PW-3 who is suspended is signed in nowhere, and gets a link for a new password before access is given back', async () => {
  const given = domainServer();
  given.server.sessions = [
    {
      ...{ id: 'a', device: DEVICE, protocol: 'web', address: '192.0.2.1', current: false },
      ...{ created_at: AT, last_used_at: AT },
    },
  ];
  const { server, user, page } = await open(given);
  await within(page).findByRole('button', { name: /^Đăng xuất Firefox/ });
  await user.click(within(page).getByRole('button', { name: 'Tạm ngưng…' }));
  const question = await screen.findByRole('dialog', { name: 'Tạm ngưng Trần Quốc Minh?' });
  server.sessions = [];
  await user.click(within(question).getByRole('button', { name: 'Tạm ngưng' }));
  expect(await within(page).findByText('Không đăng nhập ở đâu cả.')).toBeTruthy();
  await user.click(within(page).getByRole('button', { name: 'Liên kết đặt mật khẩu' }));
  expect(await screen.findByText('https://thu.saomai.example/login#reset=y')).toBeTruthy();
});

test('AU-5 who is deleted is brought back with one press while they are kept', async () => {
  const { server, user, page } = await open();
  await user.click(within(page).getByRole('button', { name: 'Xóa…' }));
  const question = await screen.findByRole('dialog', { name: 'Xóa Trần Quốc Minh?' });
  await user.click(within(question).getByRole('button', { name: 'Xóa' }));
  expect(await within(page).findByText(/^Giữ đến/)).toBeTruthy();
  expect(within(page).queryByRole('button', { name: 'Tạm ngưng…' })).toBeNull();
  await user.click(within(page).getByRole('button', { name: 'Khôi phục' }));
  expect(await within(page).findByRole('button', { name: 'Tạm ngưng…' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Xóa tài khoản');
  expect(server.asked).toEqual(['delete', 'undelete']);
});

test('AU-5 a drive is handed over to a colleague after one question, also of who was deleted', async () => {
  const { server, user, page } = await open();
  const part = within(within(page).getByRole('region', { name: 'Kho tệp' }));
  const typed = part.getByRole('combobox', { name: 'Người nhận' });
  const submit = () => user.click(part.getByRole('button', { name: 'Giao kho tệp…' }));
  await fill(user, typed, 'lan@noikhac.example');
  await submit();
  part.getByText(/^Hãy nhập địa chỉ/);
  await user.clear(typed);
  await fill(user, typed, 'lan.anh');
  await submit();
  const title = 'Giao kho tệp của Trần Quốc Minh cho lan.anh@saomai.example?';
  const question = await screen.findByRole('dialog', { name: title });
  expect(server.asked).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Giao kho tệp' }));
  expect(server.asked).toEqual(['drive to lan.anh@saomai.example']);
});

test.each([
  ['who may sign in', {}, 'Liên kết ra ngoài vẫn dùng được.'],
  ['suspended', { active: false }, 'Liên kết ra ngoài không dùng được nữa, vì người này bị ngừng đăng nhập.'],
  [
    'deleted',
    { active: false, deleted_at: 1, removed_at: 2_592_001 },
    'Liên kết ra ngoài không dùng được nữa, vì người này đã bị xóa.',
  ],
])('CL-353 of who is %s the question of the drive says why links outside end', async (_, state, words) => {
  const given = domainServer();
  given.server.people[1] = { ...(given.server.people[1] as Person), ...state };
  const { user, page } = await open(given);
  const part = within(within(page).getByRole('region', { name: 'Kho tệp' }));
  await fill(user, part.getByRole('combobox', { name: 'Người nhận' }), 'lan.anh@saomai.example{Enter}');
  const question = await screen.findByRole('dialog', { name: /^Giao kho tệp của/ });
  within(question).getByText((text) => text.includes(words));
});

test('CL-353 the review of who was deleted speaks of no suspension', async () => {
  const given = domainServer();
  const minh = given.server.people[1] as Person;
  given.server.people[1] = { ...minh, active: false, deleted_at: 1, removed_at: 2_592_001 };
  const { page } = await open(given);
  const part = within(within(page).getByRole('region', { name: 'Hoạt động gần đây' }));
  part.getByText('Sau khi xóa, xem lại những gì đã diễn ra trong tài khoản.');
});

test('CL-294 CL-296 coming meetings are counted, and handed over to a colleague after one question', async () => {
  const given = domainServer();
  given.server.meetings = { open: 7, private: 2, more: false };
  const { server, user, page } = await open(given);
  const part = within(within(page).getByRole('region', { name: 'Cuộc hẹn' }));
  part.getByText(/tổ chức 9 cuộc hẹn sắp tới/);
  part.getByText(/^Trong đó 2 cuộc hẹn riêng tư không được giao/);
  const typed = part.getByRole('combobox', { name: 'Người tổ chức mới' });
  const submit = () => user.click(part.getByRole('button', { name: 'Giao cuộc hẹn…' }));
  await fill(user, typed, 'lan@noikhac.example');
  await submit();
  part.getByText(/^Hãy nhập địa chỉ/);
  await user.clear(typed);
  await fill(user, typed, 'lan.anh');
  await submit();
  const title = 'Giao cuộc hẹn của Trần Quốc Minh cho lan.anh@saomai.example?';
  const question = await screen.findByRole('dialog', { name: title });
  expect(server.asked).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Giao cuộc hẹn' }));
  expect(server.asked).toEqual(['meetings to lan.anh@saomai.example']);
  expect((await part.findByRole('status')).textContent).toBe(
    'Đang giao cho lan.anh@saomai.example: đã giao 0, còn 7.',
  );
  expect(part.queryByRole('button')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Cuộc hẹn');
});

test.each([
  ['Kho tệp', 'Người nhận', 'Giao kho tệp', /^Không có đồng nghiệp nào đăng nhập và dùng kho tệp/],
  ['Cuộc hẹn', 'Người tổ chức mới', 'Giao cuộc hẹn', /^Không có đồng nghiệp nào đăng nhập và gửi thư/],
])(
  'CL-350 CL-351 who gets “%s” is found by name, and refused at the field before the question',
  async (name, label, act, words) => {
    const given = domainServer();
    given.server.meetings = { open: 7, private: 0, more: false };
    given.server.people.push(personOf(50, { fullname: 'Lan Hương', email: 'lan.huong@saomai.example' }));
    given.server.people.push(personOf(51, { fullname: 'Lan Cũ', active: false }));
    const { server, user, page } = await open(given);
    const part = within(within(page).getByRole('region', { name }));
    const field = part.getByRole('combobox', { name: label });
    await fill(user, field, 'khong-co{Enter}');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    part.getByText(words);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.clear(field);
    await fill(user, field, 'lan');
    await waitFor(() => expect(part.getAllByRole('option')).toHaveLength(2));
    expect(part.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Lan Anhlan.anh@saomai.example',
      'Lan Hươnglan.huong@saomai.example',
    ]);
    part.getByText('Có 2 gợi ý');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveProperty('value', 'lan.huong@saomai.example');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(part.queryByRole('option')).toBeNull();
    await user.keyboard('{Enter}');
    const question = await screen.findByRole('dialog', { name: /lan.huong@saomai.example\?$/ });
    await user.click(within(question).getByRole('button', { name: act }));
    await expect.poll(() => server.asked.at(-1)).toMatch(/to lan.huong@saomai.example$/);
  },
);

test('CL-312 meetings that are being handed over show how far it is, and nothing to press', async () => {
  const given = domainServer();
  const hand_over = { ...UNDER_WAY, goes_on_at: AT };
  given.server.meetings = { open: 24, private: 0, more: false, hand_over };
  const { page } = await open(given);
  const part = within(within(page).getByRole('region', { name: 'Cuộc hẹn' }));
  expect(part.getByRole('status').textContent).toMatch(
    /^Đang giao cho Hà: đã giao 34, còn 24\. Tiếp tục lúc .* vì mỗi giờ chỉ gửi được một phần thư/,
  );
  expect(part.queryByRole('button')).toBeNull();
  expect(part.queryByRole('combobox')).toBeNull();
  given.server.meetings = { open: 0, private: 0, more: false };
  await part.findByText(/^Người này không tổ chức/, undefined, { timeout: 10_000 });
  expect(part.queryByRole('status')).toBeNull();
});

test('CL-313 who comes second sees to whom meetings are being handed over', async () => {
  const given = domainServer();
  given.server.meetings = { open: 24, private: 0, more: false };
  given.server.handsOverTo = UNDER_WAY;
  const { user, page } = await open(given);
  const part = within(within(page).getByRole('region', { name: 'Cuộc hẹn' }));
  await fill(user, part.getByRole('combobox', { name: 'Người tổ chức mới' }), 'lan.anh');
  await user.click(part.getByRole('button', { name: 'Giao cuộc hẹn…' }));
  const question = await screen.findByRole('dialog', { name: /^Giao cuộc hẹn của/ });
  await user.click(within(question).getByRole('button', { name: 'Giao cuộc hẹn' }));
  expect((await part.findByRole('status')).textContent).toMatch(/^Đang giao cho Hà: đã giao 34, còn 24/);
});

test.each([
  ['Tạm ngưng…', 'Tạm ngưng Trần Quốc Minh?'],
  ['Xóa…', 'Xóa Trần Quốc Minh?'],
])('CL-294 before “%s” it says what becomes of coming meetings', async (button, name) => {
  const given = domainServer();
  given.server.meetings = { open: 101, private: 0, more: true };
  const { user, page } = await open(given);
  await user.click(within(page).getByRole('button', { name: button }));
  const question = await screen.findByRole('dialog', { name });
  within(question).getByText(/tổ chức hơn 100 cuộc hẹn sắp tới.*không ai dời hay hủy được/);
});

test.each([
  ['Tạm ngưng…', 'Tạm ngưng Trần Quốc Minh?'],
  ['Xóa…', 'Xóa Trần Quốc Minh?'],
])('CL-352 the question of “%s” leads to the field of who organises meetings next', async (button, name) => {
  const given = domainServer();
  given.server.meetings = { open: 7, private: 0, more: false };
  const { server, user, page } = await open(given);
  await user.click(within(page).getByRole('button', { name: button }));
  const question = await screen.findByRole('dialog', { name });
  await user.click(within(question).getByRole('button', { name: 'Giao cuộc hẹn…' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(within(page).getByRole('combobox', { name: 'Người tổ chức mới' }));
  expect(server.asked).toEqual([]);
});

test('AU-5 only what was changed is saved, and what cannot be is named', async () => {
  const { server, user, page } = await open();
  expect(await within(page).findByText('Đã dùng 3,0 GB trên 10,0 GB')).toBeTruthy();
  const quota = within(page).getByLabelText('Dung lượng (MB)');
  await user.clear(quota);
  await user.click(within(page).getByRole('button', { name: 'Lưu' }));
  expect(within(page).getByText('Nhập số MB từ 1 trở lên.')).toBeTruthy();
  expect(document.activeElement).toBe(quota);
  await user.type(quota, '2000');
  await user.click(within(page).getByRole('checkbox', { name: 'Được gửi thư' }));
  await user.click(within(page).getByRole('button', { name: 'Lưu' }));
  await expect.poll(() => server.asked).toEqual([{ quota: 2000, enable_smtp: false }]);
});

test('CT-22 what the directory says of somebody is written on their page, and who is hidden', async () => {
  const { server, user, page } = await open();
  await fill(user, await within(page).findByLabelText('Chức danh'), 'Kế toán');
  const manager = within(page).getByLabelText('Quản lý (địa chỉ thư)');
  await fill(user, manager, 'nguoi2@saomai.example{Enter}');
  expect(within(page).getByText(/^Nhập địa chỉ của một người khác/)).toBeTruthy();
  expect(document.activeElement).toBe(manager);
  await user.clear(manager);
  await fill(user, manager, 'lan.anh');
  await user.click(within(page).getByRole('checkbox', { name: 'Ẩn khỏi danh bạ và gợi ý người nhận' }));
  await user.click(within(page).getByRole('button', { name: 'Lưu danh bạ' }));
  await expect
    .poll(() => server.asked)
    .toEqual([{ title: 'Kế toán', manager: 'lan.anh@saomai.example', hidden: true }]);
});

test('AU-5 an address is completed by the domain, and a taken one is refused where it was typed', async () => {
  const { server, user, page } = await open();
  const field = within(page).getByLabelText('Địa chỉ mới');
  await fill(user, field, 'kho@khac.example{Enter}');
  expect(within(page).getByText('Nhập một địa chỉ của saomai.example.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'kho{Enter}');
  await user.click(await within(page).findByRole('button', { name: 'Bỏ kho@saomai.example' }));
  await expect.poll(() => server.asked).toEqual(['kho@saomai.example', 'remove']);
});

test('AU-5 somebody new is added, and the link is shown once', async () => {
  const { server, user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Thêm người' }));
  const dialog = await screen.findByRole('dialog', { name: 'Thêm người dùng' });
  await user.click(within(dialog).getByRole('button', { name: 'Thêm' }));
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Họ và tên'));
  await user.keyboard('Vũ An');
  await fill(user, within(dialog).getByLabelText('Địa chỉ email'), 'an.vu{Enter}');
  expect(await screen.findByText('https://thu.saomai.example/login#reset=x')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Xong');
  expect(server.asked).toEqual([{ email: 'an.vu@saomai.example', fullname: 'Vũ An' }]);
});

test('AU-5 PW-3 TF-1 nobody takes their own access away here; the own password and second step are in the account', async () => {
  const { page } = await open(domainServer(), 'saomai.example', 'Lan Anh');
  await within(page).findByText('Địa chỉ phụ');
  for (const [name, to] of [
    ['Mật khẩu', '/protect/password'],
    ['Xác thực hai bước', '/protect/authentication'],
  ]) {
    expect(within(page).getByRole('link', { name }).getAttribute('href')).toBe(to);
  }
  expect(within(page).queryByRole('button', { name: /liên kết đặt mật khẩu|Tắt xác thực/ })).toBeNull();
  expect(within(page).queryByText('Quyền truy cập')).toBeNull();
  expect(within(page).queryByText('Tạm ngưng tài khoản')).toBeNull();
  expect(within(page).queryByRole('checkbox', { name: /Chủ sở hữu/ })).toBeNull();
});

test('AU-6 LH-1 where a person is signed in is ended, and their failed sign-ins are looked at; the focus stays', async () => {
  const given = domainServer();
  const sessionOf = (id: string, browser: string): OpenSession => ({
    ...{ id, device: { ...DEVICE, browser }, protocol: 'web', address: '192.0.2.1', current: false },
    ...{ created_at: AT, last_used_at: AT },
  });
  given.server.sessions = ['gone', 'b', 'c'].map((id) => sessionOf(id, `Trình duyệt ${id}`));
  const { server, user, page } = await open(given);
  const places = within(page).getByRole('region', { name: 'Nơi đang đăng nhập' });
  for (const id of ['gone', 'b']) {
    const name = `Đăng xuất Trình duyệt ${id} trên Linux`;
    await user.click(await within(places).findByRole('button', { name }));
    await expect.poll(() => within(places).queryByRole('button', { name })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Nơi đang đăng nhập');
  }
  await user.click(within(places).getByRole('button', { name: 'Đăng xuất mọi nơi' }));
  expect(await within(places).findByText('Không đăng nhập ở đâu cả.')).toBeTruthy();
  await user.click(within(places).getByRole('button', { name: 'Lịch sử đăng nhập…' }));
  const history = await screen.findByRole('dialog', { name: 'Lịch sử đăng nhập của Trần Quốc Minh' });
  expect((await within(history).findByRole('listitem')).textContent).toMatch(
    /^Sai mật khẩu.*Firefox 145 trên Linux · 203\.0\.113\.9 · 3 lần/,
  );
  await user.click(within(history).getByRole('checkbox', { name: 'Chỉ những lần không thành công' }));
  await expect.poll(() => server.asked.at(-1)).toEqual({ page: '1', only: 'failed' });
});

test('AU-5 the log says who did what to whom, by its act; filtered, it begins at its first page', async () => {
  const { server, api } = domainServer();
  const entry = { at: AT, actor: 'lan.anh@saomai.example', by: 'person', from: '192.0.2.1' } as const;
  const minh = 'minh@saomai.example';
  const ofDomain = { ...entry, to: 'saomai.example', act: 'domain_changed' } as const;
  server.log = [
    { ...entry, id: '4', to: minh, act: 'enable_smtp', before: 'true', after: 'false' },
    { ...entry, id: '3', to: minh, act: 'fullname', before: 'true', after: 'owner' },
    { ...entry, id: '2', to: minh, act: 'brake_changed', before: 'default/h 90/d', after: 'off' },
    { ...entry, id: '1', actor: '', from: '', by: 'command_line', to: minh, act: 'purged', ...NO_VALUES },
    { ...ofDomain, id: '0', before: 'catch_all=none', after: `catch_all=${minh}` },
    { ...ofDomain, id: '-1', before: 'dkim_signs=s1 (DKIM_KEY)', after: 'dkim_signs=hai' },
  ];
  server.failure = new ApiError(500, 'internal_error', 'broken');
  const { user } = await renderPart(<AuditPage domain="saomai.example" />, { api, at: '/admin/audit' });
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  server.failure = null;
  await user.click(retry);
  const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent);
  expect(lines[0]).toMatch(
    /^Đã đổi quyền gửi thưminh@saomai\.example · bật → tắt · Bởi lan\.anh@saomai\.example · 192\.0\.2\.1/,
  );
  expect(lines[1]).toContain('true → owner');
  const [person] = screen.getAllByRole('link', { name: minh });
  expect(person?.getAttribute('href')).toBe('/admin/people/minh%40saomai.example');
  expect(lines[2]).toContain('mặc định/giờ, 90/ngày → tắt');
  await user.click(screen.getByRole('button', { name: 'Trang sau' }));
  const gone = await screen.findByText(`${minh} · Do hệ thống`);
  expect(gone.previousSibling?.textContent).toBe('Đã xóa hẳn tài khoản');
  expect(within(gone).queryByRole('link')).toBeNull();
  const [changed] = screen.getAllByRole('link', { name: 'saomai.example' });
  expect(changed?.getAttribute('href')).toBe('/admin/domains/saomai.example');
  expect(screen.getByText(/Thư gửi đến địa chỉ không tồn tại: từ chối → minh@saomai\.example/)).toBeTruthy();
  expect(screen.getByText(/Khóa ký thư: s1 \(khóa chung của máy chủ\) → hai/)).toBeTruthy();
  await user.type(screen.getByLabelText('Đối tượng'), ` ${minh}`);
  await user.selectOptions(screen.getByLabelText('Hành động'), 'Đã đổi quyền gửi thư');
  await fill(user, screen.getByLabelText('Đến ngày'), '20/11/2026');
  await user.click(screen.getByRole('button', { name: 'Lọc' }));
  const before = String(new Date(2026, 10, 21).getTime() / 1000);
  await expect.poll(() => server.asked.at(-1)).toEqual({ to: minh, act: 'enable_smtp', before });
});

test('AU-2 a deleted folder comes first, and is restored out of a backup while one looks on', async () => {
  const { server, user, page: person } = await open(domainServer(), null);
  const begin = await within(person).findByRole('button', { name: 'Khôi phục thư mục…' });
  await user.click(begin);
  const dialog = await screen.findByRole('dialog', { name: 'Khôi phục thư mục' });
  const folder = await within(dialog).findByLabelText('Thư mục');
  expect([...folder.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Dự án › 2026 (đã xóa)',
    'Hộp thư đến',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Khôi phục' }));
  await within(person).findByText('Dự án › 2026: đang chờ khôi phục.');
  expect(begin).toHaveProperty('disabled', true);
  expect(document.activeElement?.textContent).toBe('Khôi phục thư');
  expect(server.asked).toEqual([{ backup: '20261121T023000Z', folder: 'Dự án/2026' }]);
  await within(person).findByText('Dự án › 2026: đã lấy lại 3 thư.', undefined, { timeout: 10_000 });
  expect(begin).toHaveProperty('disabled', false);
});

test('AU-6 who is signed in is searched and signed out, and an app password is revoked; the focus stays', async () => {
  const { server, api } = domainServer();
  const person = { id: '2', email: 'minh@saomai.example', fullname: 'Trần Quốc Minh', provider: false };
  const session: SignedIn = {
    ...{ id: 'a', person, kind: 'session', method: 'password_and_code', protocol: 'web', device: DEVICE },
    ...{ name: null, address: '203.0.113.9', created_at: AT, last_used_at: AT, current: false },
  };
  server.signedIn = [
    session,
    { ...session, id: 'b', kind: 'app_password', method: 'app_password', name: 'Thunderbird', address: '' },
    { ...session, id: 'c', current: true },
    { ...session, id: 'd', person: { ...person, provider: true } },
  ];
  const { user } = await renderPart(<SignedInPage domain="saomai.example" />, { api: api as never });
  expect(await screen.findByText(admin.signedIn.noneHere)).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'minh');
  const places = within(await screen.findByRole('list', { name: consolePages.sessions }));
  const [first] = places.getAllByRole('listitem');
  expect(first?.textContent).toContain(`Firefox 145 trên Linux · ${admin.signedIn.passwordAndCode}`);
  expect(first?.textContent).toContain('203.0.113.9');
  await user.click(places.getByRole('button', { name: /^Đăng xuất minh@saomai\.example: Firefox/ }));
  await expect.poll(() => places.getAllByRole('listitem')).toHaveLength(3);
  await expect.poll(() => document.activeElement?.textContent).toBe(consolePages.sessions);
  expect(places.getByText(/^Tạo lúc/)).toBeTruthy();
  const revoke = async (choice: string) => {
    await user.click(places.getByRole('button', { name: /^Thu hồi .*Thunderbird$/ }));
    const question = await screen.findByRole('dialog', { name: 'Thu hồi mật khẩu của “Thunderbird”?' });
    expect(question.textContent).toContain(person.email);
    await user.click(within(question).getByRole('button', { name: choice }));
  };
  await revoke('Hủy');
  await revoke('Thu hồi');
  await expect.poll(() => places.getAllByRole('listitem')).toHaveLength(2);
  expect(places.queryByRole('button')).toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toBe(consolePages.sessions);
  await user.type(screen.getByRole('searchbox'), 'x');
  await screen.findByText(/bắt đầu bằng “minhx”/);
  server.held = new Promise(() => {});
  await user.clear(screen.getByRole('searchbox'));
  await expect.poll(() => screen.queryByText(/bắt đầu bằng “minhx”/)).toBeNull();
  expect(screen.queryByText(admin.signedIn.none)).toBeNull();
});

test('AU-5 an owner switches the drive of somebody and its room, and turns their two-step sign-in off', async () => {
  const { server, user, page } = await open();
  const room = within(page).getByLabelText('Dung lượng kho tệp (MB)');
  await user.clear(room);
  await user.type(room, '2048');
  await user.click(within(page).getByLabelText('Được dùng kho tệp'));
  await user.click(within(page).getByRole('button', { name: 'Lưu' }));
  await expect.poll(() => server.asked).toContainEqual({ enable_drive: false, drive_quota: 2_048 });
  await user.click(within(page).getByRole('button', { name: 'Tắt xác thực hai bước…' }));
  const question = await screen.findByRole('dialog', { name: 'Tắt xác thực hai bước của Trần Quốc Minh?' });
  await user.click(within(question).getByRole('button', { name: 'Tắt xác thực hai bước' }));
  await expect.poll(() => server.asked).toContainEqual({ two_step: false });
});

test('AU-5 a row leads to a page with an address, and back to the list with its search, order and page', async () => {
  const { user } = await show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sắp xếp' }), 'Mới thêm trước');
  await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
  await screen.findByText('Trang 2');
  const row = await screen.findByRole('link', { name: 'Quản lý Người 4' });
  expect(row.getAttribute('href')).toBe('/admin/people/nguoi4%40saomai.example');
  await user.click(row);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Người 4' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toBe('Người 4 – Người dùng – Bồ Câu');
  await user.click(screen.getByRole('link', { name: 'Danh sách người dùng' }));
  await screen.findByText('Trang 2');
  expect(address()).toBe('/admin/people?order=newest');
  expect(await screen.findByRole('link', { name: 'Quản lý Người 4' })).toBe(document.activeElement);
});

test('AU-5 a person is shown by any address of theirs, and the main one is named; a new main one takes its place', async () => {
  const given = domainServer();
  given.server.people = [personOf(2, { fullname: MINH, aliases: ['a/b+1@saomai.example'] })];
  const { user, server } = await show(given, { at: `/${encodeURIComponent('a/b+1@saomai.example')}` });
  await screen.findByRole('heading', { level: 1, name: MINH });
  await expect.poll(address).toBe('/admin/people/nguoi2%40saomai.example');
  const main = 'Đặt a/b+1@saomai.example làm địa chỉ chính';
  await user.click(await screen.findByRole('button', { name: main }));
  await expect.poll(address).toBe('/admin/people/a%2Fb%2B1%40saomai.example');
  expect(document.activeElement?.textContent).toBe('Địa chỉ phụ');
  expect(server.asked).toEqual(['main a/b+1@saomai.example']);
});

test('AU-5 the page of a person says that their domain is suspended, and that what they send is held', async () => {
  const given = domainServer();
  const { page, user } = await open(given);
  expect(within(page).queryByText('Tên miền tạm ngưng')).toBeNull();
  expect(within(page).queryByText('Thư gửi đi bị giữ lại')).toBeNull();
  given.server.domainSuspended = true;
  given.server.isHeld = true;
  await user.click(screen.getByRole('link', { name: 'Danh sách người dùng' }));
  await user.click(await screen.findByRole('link', { name: `Quản lý ${MINH}` }));
  expect(await screen.findByText('Tên miền tạm ngưng')).toBeTruthy();
  expect(screen.getByText('Thư gửi đi bị giữ lại')).toBeTruthy();
});

test('AU-4 who is of another domain is not there, and a way leads to those who are', async () => {
  const { user } = await show(domainServer(), { at: '/nam%40bienxanh.example' });
  expect(await screen.findByText('Không có người dùng nam@bienxanh.example')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Danh sách người dùng' }));
  expect(await names()).toHaveLength(PAGE);
});
