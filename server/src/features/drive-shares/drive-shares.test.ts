import type { NewShare, Share } from '@bocau/contract/shares.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { resealLinks } from '../../drive/shares/reseal-links.ts';
import { readShare } from '../../drive/shares/shares.store.ts';
import { showShares } from '../../drive/shares/show-shares.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const DAY = 24 * 3600;
const PASSWORD = 'chim bồ câu bay';
const STRANGER = 'khach@minhphat.example';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let folder: string;
let below: string;

beforeAll(async () => {
  server = await startTestServer();
  binh = await newPerson(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  folder = await makeFolder(an, 'Hợp đồng', null);
  below = await makeFolder(an, '2026', folder);
});

const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const now = () => Math.floor(server.clock.now() / 1000);

async function makeFolder({ client }: NewPerson, name: string, parent_id: string | null): Promise<string> {
  return (await client.createDriveFolder({ body: { name, parent_id } })).data.id;
}

async function share(given: Partial<NewShare> = {}): Promise<Share> {
  const body = { ids: [folder], share_withs: [binh.email], permission: 'READ' as const, ...given };
  const [made] = (await an.client.createShares({ body })).data;
  if (!made) throw new Error('nothing was shared');
  return made;
}

const reach = (id: string, person = binh) => person.client.getDriveFile({ params: { id } });
const makeBelow = (parent_id: string) =>
  binh.client.createDriveFolder({ body: { name: 'của Bình', parent_id, on_conflict: 'rename' } });

describe('sharing', () => {
  test('SH-2 AP-67 AP-78 makes one share of paths or ids, with a link that its owner sees again', async () => {
    const made = await share({ ids: [], paths: ['/hợp đồng'], expire_date: now() + DAY });
    expect(made).toEqual({
      id: expect.any(String),
      state: 'active',
      permission: 'READ',
      entries: [{ id: folder, name: 'Hợp đồng', type: 'folder' }],
      share_withs: [{ email: binh.email, name: expect.stringContaining('Người thứ'), inside: true }],
      has_password: false,
      expire_date: now() + DAY,
      link: expect.stringMatching(/\/s\/[\w-]{24}$/),
      created_at: now(),
      opens: 0,
      opened_at: null,
      revoked_by: null,
      outside_closed: null,
    });
    const [older] = (
      await an.client.shareFiles({ body: { ids: [folder], share_withs: [binh.email], permission: 'WRITE' } })
    ).data;
    const { data } = await an.client.listShares({ params: { id: folder } });
    expect(data.map(({ id }) => id).toSorted()).toEqual([made.id, older?.id].toSorted());
    expect(data.find(({ id }) => id === made.id)).toEqual(made);
    expect((await an.client.getDriveFile({ params: { id: folder } })).data.prop.shared).toBe(true);
  });

  test('SH-3 SH-4 asks for a password of 8 characters where somebody is outside, and for an end to come', async () => {
    const field = (rule: string) =>
      expect.objectContaining({
        code: 'invalid_input',
        details: { fields: [expect.objectContaining({ field: 'password', rule })] },
      });
    await expect(share({ share_withs: [binh.email, STRANGER] })).rejects.toEqual(field('missing'));
    await expect(share({ password: '1234567' })).rejects.toEqual(field('too_small'));
    await expect(share({ expire_date: now() })).rejects.toEqual(refused(400, 'time_in_past'));
    await expect(share({ share_withs: ['không phải'] })).rejects.toEqual(refused(400, 'invalid_recipients'));
    expect((await share({ share_withs: [STRANGER], password: PASSWORD })).has_password).toBe(true);
  });

  test('SH-3 PW-1 refuses passwords that are guessed, made of the owner’s name and domain too', async () => {
    const made = { share_withs: [STRANGER] };
    const weak = ['password1', '12345678', 'Saomai@2026', `${an.email.split('@')[0]}@saomai2026`];
    for (const password of weak) {
      await expect(share({ ...made, password })).rejects.toEqual(refused(400, 'password_refused'));
    }
    const { id } = await share({ ...made, password: 'k7mq-x2ra-9htb' });
    const change = (password: string) => an.client.changeShare({ params: { id }, body: { password } });
    await expect(change('Saomai@2026')).rejects.toEqual(refused(400, 'password_refused'));
    await expect(change('1234567')).rejects.toEqual(refused(400, 'invalid_input'));
    expect((await change('chim én về xuân')).data.has_password).toBe(true);
  });

  test('SH-7 AP-81 the check says who has no mailbox in the organisation', async () => {
    const other = await newPerson(server, { domain: 'bienxanh.example' });
    const tagged = binh.email.replace('@', '+kho@');
    const check = async (to_address: string[]) => (await an.client.checkShare({ body: { to_address } })).data;
    expect(await check([binh.email.toUpperCase(), tagged])).toEqual({
      share_public: false,
      outside: [],
      links: true,
      rules: { on: true, days: null },
    });
    expect(await check([binh.email, other.email])).toEqual({
      share_public: true,
      outside: [other.email],
      links: true,
      rules: { on: true, days: null },
    });
    // A suspended colleague still counts, a deleted one does not.
    const owner = await server.signIn(lanAnh.email);
    const away = await newPerson(server);
    const params = { id: String(away.mailbox) };
    await owner.setSuspension({ params, body: { sign_in: true } });
    expect((await check([away.email])).outside).toEqual([]);
    await owner.deletePerson({ params });
    expect((await check([away.email])).outside).toEqual([away.email]);
  });

  test('SH-5 DV-15 of what others own is refused, and of what is unknown not found', async () => {
    await share();
    const again = (ids: string[]) =>
      binh.client.createShares({ body: { ids, share_withs: [an.email], permission: 'READ' } });
    await expect(again([folder])).rejects.toEqual(refused(403, 'file_not_owned'));
    await expect(again([below])).rejects.toEqual(refused(403, 'file_not_owned'));
    await expect(binh.client.listShares({ params: { id: folder } })).rejects.toEqual(
      refused(403, 'file_not_owned'),
    );
    const third = await newPerson(server);
    await expect(
      third.client.createShares({ body: { ids: [folder], share_withs: [an.email], permission: 'READ' } }),
    ).rejects.toEqual(refused(404, 'file_not_found'));
  });

  test('within the organisation needs no key for secrets; outside it does, and that is said', async () => {
    const keyless = { ...server.context, secrets: null };
    const { createShare } = await import('../../drive/shares/create-share.ts');
    const order = { entryIds: [folder], permission: 'READ' as const, expiresAt: null, pending: false };
    await createShare(keyless, an.mailbox, { ...order, addresses: [binh.email] });
    const [made] = (await an.client.listShares({ params: { id: folder } })).data;
    expect(made?.link).toBeNull();
    await expect(
      createShare(keyless, an.mailbox, { ...order, addresses: [STRANGER], password: PASSWORD }),
    ).rejects.toEqual(
      expect.objectContaining({
        code: 'service_unavailable',
        message: expect.stringContaining('SECRETS_KEY'),
      }),
    );
  });
});

describe('the message to receivers', () => {
  test('SH-1 SH-4 goes out as a message of the sharer with the link and without the password', async () => {
    const made = await share({
      share_withs: [binh.email, STRANGER],
      password: PASSWORD,
      expire_date: now() + DAY,
      notify: true,
    });
    await runJobsUntilIdle(server.context);
    const [received] = await mailIn(binh, 'INBOX');
    expect(received).toMatchObject({ subject: 'Chia sẻ với bạn: Hợp đồng', from: { email: an.email } });
    expect(received?.body).toContain(made.link);
    expect(received?.body).toMatch(/đến hết \d\d\/\d\d\/\d{4}/);
    expect(received?.body).not.toContain(PASSWORD);
    const sent = await mailIn(an, 'Sent');
    expect(sent.map(({ to }) => to.map(({ email }) => email))).toEqual([[binh.email, STRANGER]]);
  });

  test('SH-1 names people outside to nobody else, and is not sent where it was not asked for', async () => {
    const third = 'ba@minhphat.example';
    await share({ share_withs: [binh.email] });
    await share({ share_withs: [STRANGER, third], password: PASSWORD, notify: true });
    const sent = await mailIn(an, 'Sent');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to.map(({ email }) => email)).toEqual([an.email]);
    expect(sent[0]?.bcc?.map(({ email }) => email)).toEqual([STRANGER, third]);
  });

  test('SH-6 makes no share when the message is refused', async () => {
    await server.context.db
      .updateTable('mailboxes')
      .set({ enable_smtp: false })
      .where('id', '=', an.mailbox)
      .execute();
    await expect(share({ notify: true })).rejects.toEqual(refused(403, 'sending_disabled'));
    expect((await an.client.listShares({ params: { id: folder } })).data).toEqual([]);
    await expect(share({ notify: true, pending: true })).rejects.toEqual(refused(400, 'invalid_input'));
  });
});

test('a link is encrypted anew when keys are changed, and stays the same link', async () => {
  const { link, id } = await share();
  const { db, clock } = server.context;
  const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)] as const;
  const secrets = createSecretBox([after, before]);
  expect((await resealLinks({ db, secrets })).unopened).toBe(0);
  const row = await readShare(db, an.mailbox, id);
  const deps = { db, clock, secrets: createSecretBox([after]), publicUrl: new URL(link as string).origin };
  expect((await showShares(deps, an.mailbox, row ? [row] : []))[0]?.link).toBe(link);
  await resealLinks({ db, secrets: createSecretBox([before, after]) });
});

describe('what is shared', () => {
  test('AP-75 DV-15 is reached by colleagues with all below it, by the right that they have', async () => {
    const made = await share();
    const { data } = await binh.client.listSharedWithMe({ query: {} });
    expect(data.filter(({ owner }) => owner === an.email)).toEqual([
      expect.objectContaining({
        id: folder,
        display_name: '/Hợp đồng',
        prop: expect.objectContaining({ permission: 'READ', shared: false }),
      }),
    ]);
    expect((await reach(below)).data).toMatchObject({
      display_name: '/Hợp đồng/2026',
      owner: an.email,
      breadcrumb: [{ id: folder, name: 'Hợp đồng' }],
    });
    await expect(makeBelow(below)).rejects.toEqual(refused(403, 'file_not_owned'));
    await an.client.changeShare({ params: { id: made.id }, body: { permission: 'WRITE' } });
    const written = (await makeBelow(below)).data;
    expect((await an.client.getDriveFile({ params: { id: written.id } })).data.display_name).toBe(
      '/Hợp đồng/2026/của Bình',
    );
  });

  test('AP-75 are listed with who shares them and since when, sorted as asked for', async () => {
    const made = await share();
    server.clock.pass(60_000);
    const other = await makeFolder(an, 'Áp phích', null);
    await share({ ids: [other] });
    const names = async (query: object) => {
      const { data } = await binh.client.listSharedWithMe({ query });
      return data.filter(({ owner }) => owner === an.email).map(({ name }) => name);
    };
    expect(await names({})).toEqual(['Áp phích', 'Hợp đồng']);
    expect(await names({ sort: 'shared_at', descending: 'false' })).toEqual(['Hợp đồng', 'Áp phích']);
    expect(await names({ sort: 'name', descending: 'true' })).toEqual(['Hợp đồng', 'Áp phích']);
    const { data } = await binh.client.listSharedWithMe({ query: {} });
    expect(data.find(({ id }) => id === folder)).toMatchObject({
      owner: an.email,
      prop: { shared_at: made.created_at },
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { sort: 'name' as const, limit: '1', ...(cursor === undefined ? {} : { cursor }) };
      const page = await binh.client.listSharedWithMe({ query });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next_cursor;
    }
    expect(seen.toSorted()).toEqual(data.map(({ id }) => id).toSorted());
    const { next_cursor: cursor } = (await binh.client.listSharedWithMe({ query: { limit: '1' } })).meta;
    await expect(names({ cursor, sort: 'name' })).rejects.toEqual(refused(400, 'invalid_cursor'));
  });

  test('DV-15 lists for its owner what they share, until it is revoked or goes to the trash', async () => {
    const listed = async () =>
      (await an.client.listSharedByMe({ query: {} })).data.map(({ display_name }) => display_name);
    expect(await listed()).toEqual([]);
    await share();
    await share({ share_withs: [STRANGER], password: PASSWORD });
    const { id } = await share({ ids: [below] });
    expect(await listed()).toEqual(['/Hợp đồng/2026', '/Hợp đồng']);
    await an.client.revokeShare({ params: { id } });
    expect(await listed()).toEqual(['/Hợp đồng']);
    await trash(folder);
    expect(await listed()).toEqual([]);
  });

  test('SH-9 of a folder below shows nothing of what is above or beside it', async () => {
    await share({ ids: [below] });
    expect((await reach(below)).data).toMatchObject({ display_name: '/2026', breadcrumb: [] });
    await expect(reach(folder)).rejects.toEqual(refused(404, 'file_not_found'));
  });

  test.each<[string, (made: Share) => Promise<unknown>]>([
    ['revoked', ({ id }) => an.client.revokeShare({ params: { id } })],
    [
      'past its end',
      async ({ id }) => {
        await an.client.changeShare({ params: { id }, body: { expire_date: now() + 60 } });
        server.clock.pass(61_000);
      },
    ],
    ['of a folder in the trash', () => trash(folder)],
    ['of a folder that was deleted for good', deleteForGood],
    ['of a person whose drive is off', () => setDrive(an, false)],
  ])('SH-9 gives nothing once it is %s', async (_, end) => {
    const made = await share();
    expect((await reach(below)).data.id).toBe(below);
    await end(made);
    await expect(reach(below)).rejects.toEqual(refused(404, 'file_not_found'));
    await expect(reach(folder)).rejects.toEqual(refused(404, 'file_not_found'));
    const { data } = await binh.client.listSharedWithMe({ query: {} });
    expect(data.filter(({ id }) => id === folder)).toEqual([]);
  });

  test('SH-2 is put back after its owner revoked it, as waiting where its message has not left', async () => {
    const made = await share();
    const waiting = await share({ pending: true });
    expect(waiting.state).toBe('pending');
    for (const { id } of [made, waiting]) {
      expect((await an.client.revokeShare({ params: { id } })).data).toMatchObject({
        state: 'revoked',
        revoked_by: 'owner',
      });
    }
    await expect(reach(below)).rejects.toEqual(refused(404, 'file_not_found'));
    const restored = async ({ id }: Share) => (await an.client.restoreShare({ params: { id } })).data.state;
    expect(await restored(waiting)).toBe('pending');
    await expect(reach(below)).rejects.toEqual(refused(404, 'file_not_found'));
    expect(await restored(made)).toBe('active');
    expect((await reach(below)).data.id).toBe(below);
  });

  test('is changed by its owner alone', async () => {
    const { id } = await share();
    const params = { id };
    const calls = [
      binh.client.getShare({ params }),
      binh.client.changeShare({ params, body: { permission: 'WRITE' } }),
      binh.client.revokeShare({ params }),
      binh.client.restoreShare({ params }),
    ];
    for (const { status, ...rest } of await Promise.allSettled(calls)) {
      expect({ status, ...rest }).toEqual({ status: 'rejected', reason: refused(404, 'share_not_found') });
    }
  });
});

async function deleteForGood(made: Share): Promise<void> {
  await an.client.trashDriveFiles({ body: { ids: [folder] } });
  await an.client.deleteDriveFiles({ body: { ids: [folder] } });
  await runJobsUntilIdle(server.context);
  const { data } = await an.client.getShare({ params: { id: made.id } });
  expect(data).toMatchObject({ state: 'revoked', revoked_by: 'deletion', entries: [] });
}

async function trash(id: string): Promise<void> {
  await server.context.db
    .updateTable('drive_entries')
    .set({ trashed_at: now() })
    .where('mailbox_id', '=', an.mailbox)
    .where('id', '=', id)
    .execute();
}

async function setDrive({ mailbox }: NewPerson, enabled: boolean): Promise<void> {
  await server.context.db
    .updateTable('mailboxes')
    .set({ enable_drive: enabled })
    .where('id', '=', mailbox)
    .execute();
}
