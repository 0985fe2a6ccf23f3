import type { PeriodicRule } from '@bocau/contract/messages.ts';
import type { Share } from '@bocau/contract/shares.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

const DAY = 24 * 3600;

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ env: { SESSION_SECONDS: String(90 * DAY) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(Math.ceil(server.clock.now() / 1000) * 1000);
  [an, binh] = [await newPerson(server), await newPerson(server)];
  folder = (await an.client.createDriveFolder({ body: { name: 'Báo giá' } })).data.id;
});

const work = () => runJobsUntilIdle(server.context);
const seconds = () => Math.floor(server.clock.now() / 1000);
const pass = (some: number) => server.clock.set(server.clock.now() + some * 1000);

async function pendingShare(expire_date: number | null = null): Promise<string> {
  const body = { ids: [folder], share_withs: [binh.email], permission: 'READ' as const, expire_date };
  const [made] = (await an.client.createShares({ body: { ...body, pending: true } })).data;
  return (made as Share).id;
}

const endAt = (id: string, expire_date: number) =>
  an.client.changeShare({ params: { id }, body: { expire_date } });

async function stateOf(id: string): Promise<string> {
  const { data } = await an.client.getShare({ params: { id } });
  const open = await binh.client.getDriveFile({ params: { id: folder } }).then(
    () => true,
    () => false,
  );
  expect(open).toBe(data.state === 'active');
  return data.revoked_by === null ? data.state : `${data.state} by ${data.revoked_by}`;
}

describe('a share that goes with a message', () => {
  test('SH-8 SD-12 opens nothing while the message waits or is taken back, and all once it has left', async () => {
    const id = await pendingShare();
    const draft = await writeDraft(an, [binh.email]);
    const send = (share_ids?: string[]) =>
      an.client.sendMail({
        body: { msg_id: draft.id, async: true, delay: 10, ...(share_ids ? { share_ids } : {}) },
      });
    await send([id]);
    await work();
    expect(await stateOf(id)).toBe('pending');
    await an.client.undoSendMail({ body: { msg_id: draft.id } });
    expect(await stateOf(id)).toBe('pending');
    await send();
    pass(13);
    await work();
    expect(await stateOf(id)).toBe('active');
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('MM-20 opens with the first message of a mail merge, and stays closed when that is taken back', async () => {
    const merges = mergesOf(an);
    const made = async () =>
      merges.upload(await merges.write(), `Email,Tên,Công ty,Số tiền\n${binh.email},B,C,1\n`);
    const [late, soon] = [await made(), await made()];
    const [id, other] = [await pendingShare(), await pendingShare()];
    await merges.start(late, { start_at: seconds() + 3600, share_ids: [id] });
    await merges.start(soon, { delay: 10, share_ids: [other] });
    await work();
    expect([await stateOf(id), await stateOf(other)]).toEqual(['pending', 'pending']);
    await merges.act(soon, 'undo');
    pass(60);
    await work();
    expect(await stateOf(other)).toBe('pending');
    pass(3600);
    await work();
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
    expect(await stateOf(id)).toBe('active');
    await merges.start(soon);
    await work();
    expect((await an.client.getShare({ params: { id: other } })).data.state).toBe('active');
  });

  test('SH-8 RE-3 ends with the recall of the message, and is not put back', async () => {
    const id = await pendingShare();
    const draft = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: draft.id, share_ids: [id] } });
    await work();
    expect(await stateOf(id)).toBe('active');
    await an.client.recallMessage({ body: { message_id: draft.id } });
    expect(await stateOf(id)).toBe('revoked by recall');
    expect((await refusalOf(an.client.restoreShare({ params: { id } }))).code).toBe('not_undoable');
  });

  test('SH-8 RE-3 follows it while it is revoked: put back it opens once that has left, and not after a recall', async () => {
    const id = await pendingShare();
    const draft = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: draft.id, async: true, delay: 10, share_ids: [id] } });
    await an.client.revokeShare({ params: { id } });
    pass(13);
    await work();
    expect(await stateOf(id)).toBe('revoked by owner');
    await an.client.restoreShare({ params: { id } });
    expect(await stateOf(id)).toBe('active');
    await an.client.revokeShare({ params: { id } });
    await an.client.recallMessage({ body: { message_id: draft.id } });
    expect(await stateOf(id)).toBe('revoked by recall');
    expect((await refusalOf(an.client.restoreShare({ params: { id } }))).code).toBe('not_undoable');
  });

  test('SH-8 RE-3 AU-5 follows it after the drive was handed over, and handed on', async () => {
    const [leaving, held] = [await pendingShare(), await pendingShare()];
    const [sent, late] = [await writeDraft(an, [binh.email]), await writeDraft(an, [binh.email])];
    await an.client.sendMail({ body: { msg_id: sent.id, share_ids: [leaving] } });
    await work();
    await an.client.sendMail({ body: { msg_id: late.id, async: true, delay: 10, share_ids: [held] } });
    const owner = await server.signIn(lanAnh.email);
    const [heir, next] = [await newPerson(server), await newPerson(server)];
    await owner.handOverDrive({ params: { id: String(an.mailbox) }, body: { heir: heir.email } });
    await owner.handOverDrive({ params: { id: String(heir.mailbox) }, body: { heir: next.email } });
    const stateAt = async (id: string) => (await next.client.getShare({ params: { id } })).data.state;
    expect([await stateAt(leaving), await stateAt(held)]).toEqual(['active', 'pending']);
    pass(13);
    await work();
    expect(await stateAt(held)).toBe('active');
    await an.client.recallMessage({ body: { message_id: sent.id } });
    expect([await stateAt(leaving), await stateAt(held)]).toEqual(['revoked', 'active']);
  });

  test('SH-8 that an undone message no longer carries is ended when it is sent again', async () => {
    const [dropped, revoked, carried] = [await pendingShare(), await pendingShare(), await pendingShare()];
    const draft = await writeDraft(an, [binh.email]);
    const send = (share_ids: string[]) =>
      an.client.sendMail({ body: { msg_id: draft.id, async: true, delay: 10, share_ids } });
    await send([dropped, revoked]);
    await an.client.revokeShare({ params: { id: revoked } });
    await an.client.undoSendMail({ body: { msg_id: draft.id } });
    await send([carried]);
    pass(13);
    await work();
    for (const id of [dropped, revoked]) {
      expect((await an.client.getShare({ params: { id } })).data).toMatchObject({
        state: 'revoked',
        revoked_by: 'undo',
      });
    }
    expect(await stateOf(carried)).toBe('active');
  });

  test('SH-8 of a scheduled message may not end before it leaves, at another time either', async () => {
    const id = await pendingShare(seconds() + 2 * DAY);
    const draft = await writeDraft(an, [binh.email]);
    const schedule = (days: number) =>
      an.client.scheduleMail({
        body: { msg_id: draft.id, timestamp: seconds() + days * DAY, share_ids: [id] },
      });
    expect((await refusalOf(schedule(3))).code).toBe('share_ends_early');
    await schedule(1);
    await work();
    expect(await stateOf(id)).toBe('pending');
    expect((await refusalOf(schedule(2))).code).toBe('share_ends_early');
    expect((await refusalOf(endAt(id, seconds() + 3600))).code).toBe('share_ends_early');
    await endAt(id, seconds() + DAY + 60);
    pass(DAY + 1);
    await work();
    expect(await stateOf(id)).toBe('active');
    await endAt(id, seconds() + 1);
  });

  test('SH-8 of a message that is not to be sent any more ends when its owner says', async () => {
    const id = await pendingShare();
    const draft = await writeDraft(an, [binh.email]);
    const timestamp = seconds() + 2 * DAY;
    await an.client.scheduleMail({ body: { msg_id: draft.id, timestamp, share_ids: [id] } });
    expect((await refusalOf(endAt(id, seconds() + 3600))).code).toBe('share_ends_early');
    await an.client.cancelSchedule({ params: { id: draft.id } });
    await endAt(id, seconds() + 3600);
  });

  test('PE-6 SH-8 of a recurring message may not end before its last copy, and opens from the first on', async () => {
    const id = await pendingShare(seconds() + 3 * DAY);
    const draft = await writeDraft(an, [binh.email]);
    const start_day = new Date((seconds() + DAY + 7 * 3600) * 1000).toISOString().slice(0, 10);
    const begin = (rule: Partial<PeriodicRule>) => {
      const daily = { period: { by_days: 1 }, time_send: '08:00', start_day, ...rule };
      return an.client.sendPeriodically({ body: { msg_id: draft.id, share_ids: [id], ...daily } });
    };
    expect((await refusalOf(begin({}))).code).toBe('share_ends_early');
    expect((await refusalOf(begin({ end_after: 9 }))).code).toBe('share_ends_early');
    await begin({ end_after: 2 });
    await work();
    expect(await stateOf(id)).toBe('pending');
    expect((await refusalOf(endAt(id, seconds() + DAY))).code).toBe('share_ends_early');
    pass(DAY + 7200);
    await work();
    expect(await stateOf(id)).toBe('active');
    // The second copy is due a day later.
    expect((await refusalOf(endAt(id, seconds() + 3600))).code).toBe('share_ends_early');
    await endAt(id, seconds() + DAY);
  });

  test('SH-8 is the sender’s own: another’s, or one that is revoked, refuses the send', async () => {
    const id = await pendingShare();
    await an.client.revokeShare({ params: { id } });
    const draft = await writeDraft(an, [binh.email]);
    const send = (person: NewPerson, msg_id: string, share_ids: string[]) =>
      refusalOf(person.client.sendMail({ body: { msg_id, share_ids } }));
    expect((await send(an, draft.id, [id])).code).toBe('share_not_found');
    const other = await writeDraft(binh, [an.email]);
    expect((await send(binh, other.id, [await pendingShare()])).code).toBe('share_not_found');
  });
});
