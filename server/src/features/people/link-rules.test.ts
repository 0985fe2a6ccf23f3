import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { setDomain } from '../../admin/set-domain.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { DRIVE } from '../../kernel/drive.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { changeDomain } from './change-domain.ts';
import { changePerson } from './change-person.ts';

const DOMAIN = 'bienxanh.example';
const PASSWORD = 'chim bồ câu bay';
const STRANGER = 'khach@minhphat.example';
const DAY = 86_400;

let server: TestServer;
let owner: NewPerson;
let maker: NewPerson;
let colleague: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
  maker = await newPerson(server, { domain: DOMAIN });
  colleague = await newPerson(server, { domain: DOMAIN });
});
afterAll(() => server.close());

const now = () => Math.floor(server.clock.now() / 1000);
const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const set = (body: { outside_links?: boolean; outside_link_days?: number | null }) =>
  owner.client.changeDomain({ params: { domain: DOMAIN }, body });

async function share(
  name: string,
  given: { password?: string; expire_date?: number | null; to?: string } = {},
) {
  const { to = STRANGER, ...rest } = given;
  const { id } = (await maker.client.createDriveFolder({ body: { name } })).data;
  const body = { ids: [id], permission: 'WRITE' as const, share_withs: [to], ...rest };
  return { entry: id, share: (await maker.client.createShares({ body })).data[0] };
}

async function opens(link: string | null | undefined): Promise<boolean> {
  const at = `${server.baseUrl}${new URL(link as string).pathname}/open`;
  const body = new URLSearchParams({ password: PASSWORD });
  return (await fetch(at, { method: 'POST', redirect: 'manual', body })).status === 303;
}

const shown = (id: string | undefined) => maker.client.getShare({ params: { id: id as string } });
const change = (
  id: string | undefined,
  body: { password?: string; expire_date?: number | null; permission?: 'READ' | 'WRITE' },
) => maker.client.changeShare({ params: { id: id as string }, body });

describe('rules of a domain for links to outside', () => {
  test('SH-4 switched off none is made, and those that there are answer as ended until they are on again', async () => {
    const { share: link, entry } = await share('Trước khi tắt', { password: PASSWORD });
    const inside = await share('Nội bộ', { to: colleague.email });
    const visit = await fetch(`${server.baseUrl}${new URL(link?.link as string).pathname}/open`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password: PASSWORD }),
    });
    const cookie = visit.headers.getSetCookie()[0]?.split(';')[0] as string;
    const look = () =>
      fetch(link?.link?.replace(/^https?:\/\/[^/]+/, server.baseUrl) as string, { headers: { cookie } });
    expect(await (await look()).text()).toContain('Trước khi tắt');

    expect((await set({ outside_links: false })).data).toMatchObject({ outside_links: false });
    expect(await opens(link?.link)).toBe(false);
    const closed = await look();
    expect([closed.status, (await closed.text()).includes('Trước khi tắt')]).toEqual([404, false]);
    expect((await shown(link?.id)).data.outside_closed).toBe('off');
    await expect(share('Sau khi tắt', { password: PASSWORD })).rejects.toEqual(
      refused(403, 'outside_links_off'),
    );
    // A password turns a share for colleagues into an outside link.
    await expect(change(inside.share?.id, { password: PASSWORD })).rejects.toEqual(
      refused(403, 'outside_links_off'),
    );
    await expect(share('Nội bộ 2', { to: colleague.email })).resolves.toBeTruthy();
    const { data } = await maker.client.checkShare({ body: { to_address: [STRANGER] } });
    expect(data.rules).toEqual({ on: false, days: null });
    expect((await owner.client.listDomainLinks({ params: { domain: DOMAIN }, query: {} })).data).toEqual([]);
    expect((await colleague.client.getDriveFile({ params: { id: inside.entry } })).data.id).toBe(
      inside.entry,
    );
    expect(entry).toBeTruthy();

    await set({ outside_links: true });
    expect(await opens(link?.link)).toBe(true);
    expect((await shown(link?.id)).data.outside_closed).toBeNull();
  });

  test('SH-4 what opens no more passes where links are off: an earlier end, another password for one that leaked', async () => {
    const link = (await share('Bị lộ', { password: PASSWORD, expire_date: now() + 30 * DAY })).share;
    const chosen = () =>
      server.context.db
        .selectFrom('drive_shares')
        .select('end_chosen_at')
        .where('mailbox_id', '=', maker.mailbox)
        .where('id', '=', link?.id as string)
        .executeTakeFirst();
    await set({ outside_links: false });
    await change(link?.id, { expire_date: now() + 20 * DAY });
    await change(link?.id, { password: 'mèo vàng leo cây cau' });
    await expect(change(link?.id, { expire_date: now() + 21 * DAY })).rejects.toEqual(
      refused(403, 'outside_links_off'),
    );
    await set({ outside_links: true, outside_link_days: 7 });
    await change(link?.id, { expire_date: now() + 15 * DAY });
    await expect(change(link?.id, { expire_date: null })).rejects.toEqual(refused(400, 'share_ends_late'));
    expect(await chosen()).toEqual({ end_chosen_at: null });
    expect(await opens(link?.link)).toBe(false);
    await change(link?.id, { expire_date: now() + DAY });
    expect(await chosen()).toEqual({ end_chosen_at: now() });
    await set({ outside_link_days: null });
  });

  test('SH-4 who looks at what a rule or a suspension closes is told at once', async () => {
    const heard = new Set<string>();
    await server.context.listener.listen(DRIVE.journal.channel, (payload) => {
      for (const id of payload.split(',')) heard.add(id);
    });
    const { id } = await server.context.db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', DOMAIN)
      .executeTakeFirstOrThrow();
    const suspend = (suspended: string | null) =>
      changeDomain(server.context, { id, name: DOMAIN }, { suspended }, commandLine());
    const ofMaker = (sign_in: boolean) =>
      changePerson(server.context, maker.mailbox, { suspended: { sign_in } }, commandLine());
    for (const act of [
      () => set({ outside_links: false }),
      () => set({ outside_links: true }),
      () => suspend('not paid'),
      () => suspend(null),
      () => ofMaker(true),
      () => ofMaker(false),
    ]) {
      heard.clear();
      await act();
      await vi.waitFor(() => expect([...heard]).toContain(String(maker.mailbox)));
    }
    maker.client = await signedInClient(server.baseUrl, { email: maker.email, password: lanAnh.password });
  });

  test('SH-4 a longest life asks for an end, caps it, and ends what is older by when its end was chosen', async () => {
    const endless = (await share('Không hạn', { password: PASSWORD })).share;
    const plain = (await share('Cho người trong', { to: colleague.email })).share;
    await set({ outside_link_days: 7 });
    await expect(share('Không hạn 2', { password: PASSWORD })).rejects.toEqual(
      expect.objectContaining({ code: 'share_ends_late', details: { days: 7, latest: now() + 8 * DAY } }),
    );
    await expect(share('Quá hạn', { password: PASSWORD, expire_date: now() + 8 * DAY + 1 })).rejects.toEqual(
      refused(400, 'share_ends_late'),
    );
    const week = (await share('Một tuần', { password: PASSWORD, expire_date: now() + 8 * DAY })).share;
    await expect(change(week?.id, { expire_date: null })).rejects.toEqual(refused(400, 'share_ends_late'));
    await expect(change(plain?.id, { password: PASSWORD })).rejects.toEqual(refused(400, 'share_ends_late'));
    await change(plain?.id, { expire_date: null });

    await server.clock.advance(8 * DAY * 1000 - 1000);
    expect([await opens(endless?.link), await opens(week?.link)]).toEqual([true, true]);
    await server.clock.advance(1000);
    expect([await opens(endless?.link), await opens(week?.link)]).toEqual([false, false]);
    expect((await shown(endless?.id)).data.outside_closed).toBe('age');
    owner.client = await signedInClient(server.baseUrl, { email: owner.email, password: lanAnh.password });
    // The creator chooses a new end.
    await change(endless?.id, { expire_date: now() + 2 * DAY });
    expect(await opens(endless?.link)).toBe(true);
    await set({ outside_link_days: null });
  });

  test('AU-5 the owner alone sets them, they are written down, and the command line sets them too', async () => {
    await expect(
      maker.client.changeDomain({ params: { domain: DOMAIN }, body: { outside_links: false } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(set({ outside_link_days: 0 })).rejects.toEqual(refused(400, 'invalid_input'));
    const byCommand = (...pairs: string[]) =>
      setDomain.run({
        context: server.context,
        args: [DOMAIN, ...pairs],
        out: { write: () => undefined },
      } as never);
    await byCommand('outside_links=0', 'outside_link_days=30');
    const { data } = await owner.client.showDomain({ params: { domain: DOMAIN } });
    expect(data).toMatchObject({ outside_links: false, outside_link_days: 30 });
    await byCommand('outside_links=1', 'outside_link_days=none');
    const acts = await server.context.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('act', '=', 'domain_changed')
      .where('person', '=', DOMAIN)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(acts).toContainEqual({ before: 'outside_links=false', after: 'outside_links=true' });
    expect(acts).toContainEqual({ before: 'outside_link_days=30', after: 'outside_link_days=none' });
  });

  test('SH-9 the owner ends one link of the list and puts it back; who made it is told and can not', async () => {
    const { share: link } = await share('Hợp đồng', { password: PASSWORD });
    const where = { params: { domain: DOMAIN, id: link?.id as string } };
    await owner.client.endDomainLink(where);
    await owner.client.endDomainLink(where);
    expect(await opens(link?.link)).toBe(false);
    expect((await shown(link?.id)).data).toMatchObject({ state: 'revoked', revoked_by: 'domain' });
    await expect(maker.client.restoreShare({ params: { id: link?.id as string } })).rejects.toEqual(
      refused(409, 'not_undoable'),
    );
    // Not the moment of the accidental act.
    await owner.client.restoreDomainLink(where);
    expect(await opens(link?.link)).toBe(true);
    await runJobsUntilIdle(server.context);
    expect(await subjects()).toEqual([]);

    await owner.client.endDomainLink(where);
    await server.clock.advance(60_000);
    await runJobsUntilIdle(server.context);
    expect(await subjects()).toEqual(['Liên kết chia sẻ của bạn đã bị quản trị viên chấm dứt']);
    const { data: log } = await owner.client.listAuditLog({ query: {} });
    expect(
      log.filter(({ act }) => act.startsWith('link_')).map(({ act, person, after }) => [act, person, after]),
    ).toEqual([
      ['link_ended', maker.email, 'Hợp đồng'],
      ['link_put_back', maker.email, 'Hợp đồng'],
      ['link_ended', maker.email, 'Hợp đồng'],
    ]);

    const elsewhere = await newPerson(server, { kind: 'owner' });
    await expect(elsewhere.client.restoreDomainLink(where)).rejects.toEqual(refused(404, 'not_found'));
    await expect(maker.client.endDomainLink(where)).rejects.toMatchObject({ status: 403 });
  });
});

async function subjects(): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('messages')
    .select('subject')
    .where('mailbox_id', '=', maker.mailbox)
    .execute();
  return rows.map(({ subject }) => subject);
}
