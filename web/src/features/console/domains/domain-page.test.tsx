import type { DnsRecord, DomainKey } from '@bocau/contract/admin-domains.ts';
import type { DomainLink } from '@bocau/contract/admin-links.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { DirectoryMode } from '@bocau/contract/directory.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { consolePages } from '../../../i18n/vi/console-pages.ts';
import { useLocation } from '../../../router/router.tsx';
import { fill } from '../../../test-kit/fill.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainPage } from './domain-page.tsx';
import { DomainsPage } from './domains-page.tsx';

const NAME = 'saomai.example';

const recordOf = (selector: string, expected = 'v=DKIM1; p=A') => ({
  type: 'TXT',
  name: `${selector}._domainkey.${NAME}`,
  expected,
});

function keyOf(selector: string, given: Partial<DomainKey> = {}): DomainKey {
  const record = recordOf(selector);
  return { selector, signs: false, of_server: false, created_at: 1, record, ...given };
}

const refused = () => new ApiError(400, 'invalid_input', 'Refused');

const NO_SIGN_ON = {
  provider: null as null | { issuer: string; client: string; has_secret: boolean; trust_email: boolean },
  redirect_uri: 'https://thu.example/sign-on/callback',
  post_logout_redirect_uri: 'https://thu.example/login',
};

type Wanted = {
  require_two_step?: boolean;
  sms_codes?: boolean;
  catch_all?: string | null;
  storage?: number | null;
  seats?: number | null;
  suspended?: string | null;
  directory?: DirectoryMode;
  tax_code?: string | null;
  outside_links?: boolean;
  outside_link_days?: number | null;
};

function domainServer() {
  const server = {
    domains: [NAME],
    keys: [keyOf('s1', { signs: true, of_server: true, created_at: null })],
    people: 0,
    catchAll: null as string | null,
    storage: null as number | null,
    seats: null as number | null,
    reason: null as string | null,
    limits: { on: true, per_hour: 50 as number | null, per_day: null as number | null },
    /** The limits are answered after this. */
    limitsRead: Promise.resolve(),
    /** By record name. */
    published: {} as Record<string, string>,
    /** The answer of the name servers. */
    answer: Promise.resolve(),
    asked: [] as unknown[],
    /** The requests for the list. */
    listed: [] as unknown[],
    links: [] as DomainLink[],
    switches: { require_two_step: false, sms_codes: false, sends_codes: true },
    signOn: NO_SIGN_ON,
    directory: 'all' as DirectoryMode,
    taxCode: null as string | null,
    rules: { outside_links: true, outside_link_days: null as number | null },
  };
  const shown = (name = NAME) => ({
    data: {
      ...{ name, verified: true, active: server.reason === null, suspended_reason: server.reason },
      ...{ people: server.people, given: 0, storage: server.storage, suspended_at: null },
      ...{ seats: server.seats, seated: server.people, sent: 1_234 },
      ...{ created_at: 1, owners: [], used: 0, used_drive: 0, ...server.switches },
      catch_all: server.catchAll,
      directory: server.directory,
      tax_code: server.taxCode,
      merges_per_day: null,
      ...server.rules,
    },
  });
  const listed = () => ({ data: { keys: server.keys, fallback: 's1' } });
  const api = {
    async listDomains({ query }: { query: { search?: string; cursor?: string } }) {
      server.listed.push(query);
      const data = server.domains.map((name) => shown(name).data);
      return { data, meta: { next_cursor: query.cursor ? null : 'more' } };
    },
    async showDomain({ params }: { params: { domain: string } }) {
      if (params.domain !== NAME) throw new ApiError(404, 'not_found', 'Nowhere');
      return shown();
    },
    async checkDomain() {
      await server.answer;
      const data = server.keys.flatMap(({ record }): DnsRecord[] => {
        if (!record) return [];
        const found = server.published[record.name];
        const verdict = found === record.expected ? 'right' : found ? 'different' : 'missing';
        return [{ kind: 'dkim', ...record, found: found ? [found] : [], verdict }];
      });
      return { data };
    },
    listRooms: async () => ({ data: [] }),
    listGroups: async () => ({ data: [], meta: { next_cursor: null } }),
    listDomainKeys: async () => listed(),
    async addDomainKey({ body }: { body: { selector?: string } }) {
      if (server.keys.length > 4) throw refused();
      server.keys = [...server.keys, keyOf(body.selector ?? 'bocau-1')];
      return listed();
    },
    async signByDomainKey({ params }: { params: { selector: string } }) {
      server.keys = [keyOf(params.selector, { signs: true })];
      return listed();
    },
    async removeDomainKey({ params }: { params: { selector: string } }) {
      server.asked.push(params.selector);
      return listed();
    },
    async changeDomain({ body }: { body: Wanted }) {
      if (body.catch_all?.startsWith('ai@')) throw refused();
      server.directory = body.directory ?? server.directory;
      if (body.tax_code !== undefined) server.taxCode = body.tax_code;
      if (body.catch_all !== undefined) server.catchAll = body.catch_all;
      if (body.storage !== undefined) server.storage = body.storage;
      if (body.seats !== undefined) server.seats = body.seats;
      if (body.suspended === 'nhà cung cấp') throw refused();
      if (body.suspended !== undefined) server.reason = body.suspended;
      const { require_two_step = server.switches.require_two_step, sms_codes = server.switches.sms_codes } =
        body;
      Object.assign(server.switches, { require_two_step, sms_codes });
      const { outside_links = server.rules.outside_links, outside_link_days } = body;
      server.rules = { outside_links, outside_link_days: outside_link_days ?? null };
      return shown();
    },
    showDomainSignOn: async () => ({ data: server.signOn }),
    async setDomainSignOn({ body }: { body: { issuer: string; client: string; trust_email: boolean } }) {
      server.asked.push(body);
      if (!body.issuer.startsWith('https://')) {
        const details = { fields: [{ field: 'issuer', rule: 'invalid', problem: 'http' }] };
        throw new ApiError(400, 'invalid_input', 'Refused', details);
      }
      server.signOn = { ...NO_SIGN_ON, provider: { ...body, has_secret: true } };
      return { data: server.signOn };
    },
    async removeDomainSignOn() {
      server.signOn = NO_SIGN_ON;
      return { data: server.signOn };
    },
    listDomainLinks: async () => ({ data: server.links, meta: { next_cursor: null } }),
    async endDomainLink({ params }: { params: { id: string } }) {
      server.links = server.links.filter(({ id }) => id !== params.id);
      server.asked.push(params.id);
      return { data: { ok: true } };
    },
    async showBrakeLimits() {
      await server.limitsRead;
      return { data: server.limits };
    },
    async changeBrakeLimits({ body }: { body: object }) {
      server.asked.push(body);
      server.limits = { ...server.limits, ...body };
      return { data: server.limits };
    },
    async deleteDomain() {
      if (server.people > 0) throw new ApiError(400, 'domain_has_people', 'People');
      server.domains = [];
      return { data: { ok: true } };
    },
  };
  return { server, api };
}

beforeEach(() => {
  speak('vi');
  learnWords('vi', { admin });
});

/** The list and its pages, routed as in the console. */
function Domains({ only = null }: { only?: string | null }) {
  const { pathname, search, index } = useLocation();
  const [, , , name] = pathname.split('/');
  return (
    <>
      <output>{pathname + search}</output>
      {name ? (
        <DomainPage key={index} name={decodeURIComponent(name)} domain={only} />
      ) : (
        <DomainsPage key={index} domain={only} />
      )}
    </>
  );
}

const address = () => document.querySelector('output')?.textContent;

async function show(
  given: Partial<ReturnType<typeof domainServer>['server']> = {},
  at = '/admin/domains',
  only: string | null = null,
) {
  const { server, api } = domainServer();
  Object.assign(server, given);
  const { user } = await renderPart(<Domains only={only} />, { api: api as never, at });
  return { server, user };
}

async function showDomain(given: Partial<ReturnType<typeof domainServer>['server']> = {}) {
  const { server, user } = await show(given);
  await user.click(await screen.findByRole('link', { name: `Xem ${NAME}` }));
  return { server, user };
}

async function confirmDeletion(user: Awaited<ReturnType<typeof showDomain>>['user']) {
  await user.click(screen.getByRole('button', { name: `${admin.deletion.delete}…` }));
  const question = within(await screen.findByRole('dialog', { name: `Xóa ${NAME}?` }));
  await user.click(question.getByRole('button', { name: admin.deletion.delete }));
}

const shownKeys = async () => within(await screen.findByRole('list', { name: admin.keys.title }));

test('AU-5 a new key signs once it is published, and what signs without it is said before it goes', async () => {
  const { server, user } = await showDomain();
  const keys = await shownKeys();
  expect(await keys.findByText('s1 (khóa chung của máy chủ)')).toBeTruthy();
  server.keys.push(keyOf('hong', { record: null }));
  await user.type(screen.getByLabelText(admin.keys.selector), 'hai{Enter}');
  expect(await keys.findByText(admin.keys.unreadable)).toBeTruthy();
  expect(keys.queryByRole('button', { name: 'Ký bằng hong' })).toBeNull();
  const use = await keys.findByRole<HTMLButtonElement>('button', { name: 'Ký bằng hai' });
  expect(use.disabled).toBe(true);
  server.published[`hai._domainkey.${NAME}`] = 'v=DKIM1; p=A';
  await user.click(screen.getByRole('button', { name: admin.dns.again }));
  await expect.poll(() => use.disabled).toBe(false);
  await user.click(use);
  expect(await keys.findByText(admin.keys.signs)).toBeTruthy();
  await user.click(keys.getByRole('button', { name: 'Gỡ khóa hai' }));
  const question = within(await screen.findByRole('dialog', { name: 'Gỡ khóa hai?' }));
  expect(question.getByText(/khóa chung s1 của máy chủ/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: admin.keys.remove }));
  await expect.poll(() => server.asked).toEqual(['hai']);
});

test('AU-5 nothing waits for name servers, and where they did not answer they are asked again', async () => {
  const answer = Promise.withResolvers<void>();
  const { server, user } = await showDomain({ answer: answer.promise });
  const keys = await shownKeys();
  expect(screen.getByLabelText(admin.catchAll.label)).toBeTruthy();
  const field = screen.getByLabelText(admin.keys.selector);
  await user.type(field, 'hai{Enter}');
  expect(await keys.findByText('hai')).toBeTruthy();
  expect([field, document.activeElement]).toEqual([expect.objectContaining({ value: '' }), field]);
  expect(keys.getAllByText(admin.keys.checking)).toHaveLength(2);
  answer.reject(new ApiError(0, 'no_answer', 'Silent'));
  const again = await keys.findByRole('button', { name: 'Kiểm tra lại hai' });
  expect(keys.getAllByText(admin.keys.unchecked)).toHaveLength(2);
  server.answer = Promise.resolve();
  await user.click(again);
  expect(await keys.findAllByText(admin.keys.unpublished)).toHaveLength(2);
  expect(document.activeElement?.textContent).toBe(admin.keys.title);
});

test('AU-5 a record of the same name publishes no other key, and is shown; a fifth key is refused', async () => {
  const ofServer = keyOf('s1', { signs: true, of_server: true });
  const own = keyOf('s1', { record: recordOf('s1', 'v=DKIM1; p=B') });
  const { user } = await showDomain({
    keys: [ofServer, own, ...['hai', 'ba', 'nam'].map((selector) => keyOf(selector))],
    published: { [recordOf('s1').name]: recordOf('s1').expected },
  });
  const keys = await shownKeys();
  expect(await keys.findByText(admin.keys.published)).toBeTruthy();
  const [first, second] = keys.getAllByRole('listitem').map((line) => line.textContent);
  expect(first).toContain(`${admin.keys.signs}${admin.keys.published}`);
  expect(second).toContain(`${admin.keys.unused}${admin.dns.verdicts.different}`);
  expect(second).toContain(`${admin.dns.found}${recordOf('s1').expected}`);
  await user.type(screen.getByLabelText(admin.keys.selector), 'sau{Enter}');
  expect(await screen.findByText(admin.keys.tooMany)).toBeTruthy();
});

test('AU-5 a domain names who gets mail to unknown addresses, and is deleted where nobody is left', async () => {
  const { server, user } = await showDomain();
  const field = await screen.findByLabelText(admin.catchAll.label);
  await user.type(field, 'ai{Enter}');
  expect(await screen.findByText('Không ai thuộc saomai.example có địa chỉ chính này.')).toBeTruthy();
  await user.clear(field);
  await fill(user, field, 'lan.anh {Enter}');
  expect(await screen.findByText(/^lan\.anh@saomai\.example nhận thư/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: admin.catchAll.clear }));
  expect(await screen.findByText(admin.catchAll.none)).toBeTruthy();
  await confirmDeletion(user);
  expect(await screen.findByText(admin.domains.empty)).toBeTruthy();
  expect(address()).toBe('/admin/domains');
  await expect.poll(() => document.activeElement?.textContent).toBe(consolePages.domains);
  expect(server.domains).toEqual([]);
});

test('AU-5 a provider changes the limits of a domain: each by itself, and only what was changed is sent', async () => {
  const limitsRead = Promise.withResolvers<void>();
  const { server, user } = await showDomain({ limitsRead: limitsRead.promise });
  const storage = await screen.findByLabelText(admin.limits.storage);
  limitsRead.reject(refused());
  const again = await screen.findByRole('button', { name: 'Thử lại' });
  server.limitsRead = Promise.resolve();
  await user.click(again);
  const hour = await screen.findByLabelText<HTMLInputElement>(admin.limits.per_hour);
  expect(hour.value).toBe('50');
  await user.type(storage, '0{Enter}');
  expect(await screen.findByText(/từ 1 đến 2\.000\.000\.000,/)).toBeTruthy();
  await user.clear(storage);
  await user.type(storage, '2048{Enter}');
  await screen.findByText(/trên 2/);
  // Changed by another administrator, and reloaded after the next change.
  Object.assign(server, { storage: 4096, limits: { ...server.limits, per_day: 900 } });
  await fill(user, screen.getByLabelText(admin.catchAll.label), 'lan.anh{Enter}');
  await screen.findByText(/trên 4/);
  await user.type(storage, '{Enter}');
  await user.clear(hour);
  await user.type(hour, '{Enter}');
  await expect.poll(() => server.limits.per_hour).toBeNull();
  await user.type(hour, '60{Enter}');
  await expect.poll(() => server.limits.per_hour).toBe(60);
  expect(server.storage).toBe(4096);
  expect(server.asked).toEqual([
    { domain: NAME, per_hour: null },
    { domain: NAME, per_hour: 60 },
  ]);
});

test('AU-5 a domain that has people by now says how many are left instead of offering to delete it', async () => {
  const { server, user } = await showDomain();
  await screen.findByText(admin.deletion.title);
  server.people = 3;
  await confirmDeletion(user);
  expect(await screen.findByText(/còn 3 người/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: `${admin.deletion.delete}…` })).toBeNull();
  expect(document.activeElement?.textContent).toBe(admin.deletion.title);
});

test('AU-5 a provider suspends a domain for a reason, which stands there until it is resumed', async () => {
  const { server, user } = await showDomain();
  const field = await screen.findByLabelText(admin.suspension.reason);
  await user.type(field, ' {Enter}');
  expect(await screen.findByText(admin.suspension.noReason)).toBeTruthy();
  await fill(user, field, 'nhà cung cấp{Enter}');
  expect(await screen.findByText(admin.suspension.provider)).toBeTruthy();
  await user.clear(field);
  await fill(user, field, 'Chưa thanh toán{Enter}');
  expect(await screen.findByText('Đang tạm ngưng. Lý do: Chưa thanh toán')).toBeTruthy();
  expect(await screen.findByText(admin.domains.suspended)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: admin.suspension.resume }));
  expect(await screen.findByLabelText(admin.suspension.reason)).toBeTruthy();
  expect(server.reason).toBeNull();
});

test('AU-5 an owner requires two-step sign-in, after a question, and allows codes by SMS where they are sent', async () => {
  const { server, user } = await showDomain();
  const required = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: admin.signIn.require_two_step,
  });
  await user.click(required);
  const question = within(
    await screen.findByRole('dialog', { name: `Bắt buộc xác thực hai bước trong ${NAME}?` }),
  );
  await user.click(question.getByRole('button', { name: admin.signIn.require }));
  await expect.poll(() => required.checked && !required.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: admin.signIn.sms_codes }));
  await expect.poll(() => server.switches.sms_codes).toBe(true);
  await user.click(required);
  await expect.poll(() => server.switches.require_two_step).toBe(false);
});

test('AU-5 codes by SMS can not be allowed where the server sends none', async () => {
  await showDomain({ switches: { require_two_step: false, sms_codes: false, sends_codes: false } });
  const allowed = await screen.findByRole<HTMLInputElement>('checkbox', { name: admin.signIn.sms_codes });
  expect(allowed.disabled).toBe(true);
  expect(screen.getByText(admin.signIn.sendsNone)).toBeTruthy();
});

test('AU-5 single sign-on is set where its provider can be used, keeps its secret, and is taken away', async () => {
  const { server, user } = await showDomain();
  expect(await screen.findByText(NO_SIGN_ON.redirect_uri)).toBeTruthy();
  const issuer = screen.getByLabelText<HTMLInputElement>(admin.signOn.issuer);
  await user.click(screen.getByRole('button', { name: admin.signOn.save }));
  expect([document.activeElement, screen.queryByText(admin.signOn.wrong.issuer) !== null]).toEqual([
    issuer,
    true,
  ]);
  await fill(user, issuer, 'http://sso.example');
  await fill(user, screen.getByLabelText(admin.signOn.client), 'bocau');
  await fill(user, screen.getByLabelText(admin.signOn.client_secret), 'bí mật{Enter}');
  expect(await screen.findByText(admin.signOn.wrong.issuer)).toBeTruthy();
  await user.clear(issuer);
  await fill(user, issuer, 'https://sso.example{Enter}');
  expect(await screen.findByPlaceholderText(admin.signOn.kept)).toHaveProperty('value', '');
  await user.click(screen.getByRole('checkbox', { name: admin.signOn.trust }));
  await user.click(screen.getByRole('button', { name: admin.signOn.save }));
  await expect.poll(() => server.signOn.provider?.trust_email).toBe(true);
  expect(server.asked.at(-1)).toEqual({ issuer: 'https://sso.example', client: 'bocau', trust_email: true });
  await user.click(screen.getByRole('button', { name: `${admin.signOn.remove}…` }));
  const question = within(await screen.findByRole('dialog', { name: /^Bỏ đăng nhập một lần của/ }));
  await user.click(question.getByRole('button', { name: admin.signOn.remove }));
  await expect.poll(() => server.signOn.provider).toBeNull();
  expect([issuer.value, document.activeElement]).toEqual(['', issuer]);
});

test('SH-4 links to outside are listed with who made them and what they open', async () => {
  const link: DomainLink = {
    ...{
      id: 'l1',
      of: 'files',
      maker: 'bao@saomai.example',
      maker_name: 'Quốc Bảo',
      names: ['Báo giá.xlsx'],
      outside: 2,
    },
    ...{ permission: 'READ', created_at: 1, expire_date: null, opens: 3, opened_at: 2 },
  };
  const { server, user } = await showDomain({ links: [link] });
  const links = within(await screen.findByRole('list', { name: admin.links.title }));
  expect(links.getByText('Báo giá.xlsx')).toBeTruthy();
  expect(links.getByText(/^Quốc Bảo tạo/)).toBeTruthy();
  expect(links.getByText('Chia sẻ với 2 người ngoài · Không hết hạn · Đã mở 3 lần')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Chấm dứt liên kết của Quốc Bảo đến Báo giá.xlsx' }));
  expect(await screen.findByText(admin.links.none)).toBeTruthy();
  expect(server.asked).toEqual(['l1']);
  expect(document.activeElement?.textContent).toBe(admin.links.title);
});

test('CL-185 a link of a calendar is listed with what it shows and when it was opened', async () => {
  const link: DomainLink = {
    ...{
      id: 'l2',
      of: 'calendar',
      maker: 'bao@saomai.example',
      maker_name: '',
      names: ['Dự án'],
      outside: null,
    },
    ...{ permission: 'BUSY', created_at: 1, expire_date: null, opens: null, opened_at: 2 },
  };
  await showDomain({ links: [link] });
  const links = within(await screen.findByRole('list', { name: admin.links.title }));
  expect(links.getByText(/^Lịch, chỉ bận\/rảnh · Không hết hạn · Mở gần nhất/)).toBeTruthy();
});

test('SH-4 the rules for links to outside are set: off, and for how many days', async () => {
  const { server, user } = await showDomain();
  const days = await screen.findByLabelText(admin.links.rules.days);
  await user.type(days, '0{Enter}');
  expect(await screen.findByText(/từ 1 đến 3\.?650/)).toBeTruthy();
  await user.clear(days);
  await user.type(days, '30');
  await user.click(screen.getByRole('switch', { name: new RegExp(`^${admin.links.rules.allow}`) }));
  await user.click(screen.getByRole('button', { name: admin.links.rules.save }));
  expect(await screen.findByText(admin.links.off)).toBeTruthy();
  expect(server.rules).toEqual({ outside_links: false, outside_link_days: 30 });
});

test('CT-20 an owner says what people see of each other in the directory', async () => {
  const { server, user } = await showDomain();
  await user.selectOptions(await screen.findByLabelText(admin.directory.label), admin.directory.modes.names);
  await expect.poll(() => server.directory).toBe('names');
  expect(await screen.findByDisplayValue(admin.directory.modes.names)).toBeTruthy();
});

test('AU-5 a provider says how many people a domain may have, and the list shows it', async () => {
  const { server, user } = await showDomain({ people: 12 });
  const seats = await screen.findByLabelText<HTMLInputElement>(admin.limits.seats);
  expect(seats.value).toBe('');
  await fill(user, seats, '1000001{Enter}');
  expect(await screen.findByText(/từ 1 đến 1\.000\.000,/)).toBeTruthy();
  await user.clear(seats);
  await user.type(seats, '20{Enter}');
  await screen.findByText(/12 trên tối đa 20 người dùng/);
  await user.clear(seats);
  await user.type(seats, '{Enter}');
  await expect.poll(() => server.seats).toBeNull();
  expect(await screen.findByText('12 người dùng')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: admin.domains.all }));
  expect(
    await screen.findByText(/^12 người dùng · .*Đã gửi 1\.234 thư trong 30 ngày \(tính đến đêm qua\)$/),
  ).toBeTruthy();
});

test('AU-5 a row leads to a page with an address and the focus on its heading, and back to the list as it was left', async () => {
  const { server, user } = await show();
  await user.type(await screen.findByRole('searchbox'), 'sao');
  await expect.poll(address).toBe('/admin/domains?search=sao');
  await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
  await screen.findByText('Trang 2');
  const row = await screen.findByRole('link', { name: `Xem ${NAME}` });
  expect(row.getAttribute('href')).toBe(`/admin/domains/${NAME}`);
  await user.click(row);
  const heading = await screen.findByRole('heading', { level: 1, name: NAME });
  expect([address(), document.activeElement]).toEqual([`/admin/domains/${NAME}`, heading]);
  expect(document.title).toBe(`${NAME} – ${consolePages.domains} – Bồ Câu`);
  const parts = within(await screen.findByRole('navigation', { name: admin.parts }));
  await user.click(parts.getByRole('link', { name: admin.domains.parts.mail }));
  expect(address()).toBe(`/admin/domains/${NAME}?part=mail`);
  expect(document.activeElement?.textContent).toBe(admin.domains.parts.mail);
  await user.click(screen.getByRole('link', { name: admin.domains.all }));
  await screen.findByText('Trang 2');
  expect(address()).toBe('/admin/domains?search=sao');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('sao');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: `Xem ${NAME}` }));
  expect(server.listed.at(-1)).toEqual({ search: 'sao', cursor: 'more' });
});

test('AU-4 a domain that is not there for who asks is said to be none, with a way to those that are', async () => {
  const { user } = await show({}, '/admin/domains/khac.example', NAME);
  expect(await screen.findByText('Không có tên miền khac.example')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull();
  await user.click(screen.getByRole('link', { name: admin.domains.all }));
  expect(await screen.findByRole('link', { name: `Xem ${NAME}` })).toBeTruthy();
});

test('AU-5 an owner neither limits nor suspends nor deletes their domain', async () => {
  await show({}, `/admin/domains/${NAME}`, NAME);
  const parts = within(await screen.findByRole('navigation', { name: admin.parts }));
  expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    admin.domains.parts.overview,
    admin.domains.parts.signIn,
    admin.domains.parts.sharing,
    admin.domains.parts.groups,
    admin.domains.parts.rooms,
    admin.domains.parts.mail,
  ]);
  expect(screen.queryByText(admin.limits.title)).toBeNull();
});

test('an owner gives the tax code of the company, as people write it, and takes it away', async () => {
  const { server, user } = await showDomain();
  const field = await screen.findByLabelText(admin.taxCode.label);
  await user.type(field, '12345{Enter}');
  expect(await screen.findByText(admin.taxCode.wrong)).toBeTruthy();
  expect(server.taxCode).toBeNull();
  await user.clear(field);
  await user.type(field, '091 000 4101{Enter}');
  await expect.poll(() => server.taxCode).toBe('0910004101');
  await user.click(await screen.findByRole('button', { name: admin.taxCode.clear }));
  await expect.poll(() => server.taxCode).toBeNull();
});
