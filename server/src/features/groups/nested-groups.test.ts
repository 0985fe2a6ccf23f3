import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const DOMAIN = 'saomai.example';
const STRANGER = 'khach@doitac.example';
const TRUSTEE = 'uy.vien@doitac.example';
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let owner: SignedInClient;
let keeper: NewPerson;
let inside: NewPerson;
let club: string;
let board: string;
let counter = 0;

beforeAll(async () => {
  const resolver = txtRecords({
    'doitac.example': SPF_FROM_HERE,
    '_dmarc.doitac.example': 'v=DMARC1; p=none',
  });
  const env = { PUBLIC_URL: 'https://thu.saomai.example' };
  ({ server, trap, close } = await startWithTrap({ resolver, env }));
  owner = await server.signIn(lanAnh.email);
});
afterAll(() => close());
beforeEach(async () => {
  trap.messages.length = 0;
  counter += 1;
  [keeper, inside] = [await newPerson(server), await newPerson(server)];
  club = await makeGroup(`club${counter}`, 'anyone', { keepers: [keeper.email] });
  board = await makeGroup(`board${counter}`, 'members', { leaving: false });
  await addTo(board, [inside.email, TRUSTEE, 'ngoai@nha.example']);
});

async function makeGroup(local: string, writers: 'anyone' | 'members', more: object): Promise<string> {
  const body = { local, name: local, writers };
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
  await owner.changeGroup({ params: { domain: DOMAIN, group: data.email }, body: more });
  return data.email;
}

const addTo = (group: string, emails: string[]) =>
  owner.addGroupMembers({ params: { domain: DOMAIN, group }, body: { emails } });
const allowedIn = async (group: string) =>
  (await owner.showGroup({ params: { domain: DOMAIN, group } })).data.allowed;
const outsideOf = async (group: string) =>
  (await owner.listGroupMembers({ params: { domain: DOMAIN, group }, query: {} })).data
    .filter(({ kind }) => kind === 'outside')
    .map(({ email }) => email);

/** As keepers could do before a right over the group was asked for. */
async function nestAsBefore(): Promise<void> {
  await addTo(club, [board]);
  await server.context.db.deleteFrom('group_allowed').where('address', '=', club).execute();
}

async function bring(from: string, to: string, subject: string): Promise<string> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const raw = `From: <${from}>\r\nSubject: ${subject}\r\nMessage-ID: <${crypto.randomUUID()}@x.example>\r\n\r\nX\r\n`;
  const { message, recipients } = await client.send({ from, to: [to], raw });
  client.end();
  await runJobsUntilIdle(server.context);
  return String((message[0] ?? recipients[0])?.code);
}

const reached = async (subject: string) => ({
  inside: (await mailIn(inside, 'INBOX')).some((mail) => mail.subject === subject),
  outside: trap.messages.filter(({ raw }) => raw.toString().includes(`Subject: ${subject}`)).length,
});

describe('a group in a group', () => {
  test('GR-80 is added by who keeps it too, or owns the domain; another one is as good as not there', async () => {
    const add = (email: string) =>
      keeper.client.addKeptMembers({ params: { group: club }, body: { emails: [email] } }).then(
        () => 'ok',
        ({ code, message }: { code: string; message: string }) => `${code} ${message.replace(email, '…')}`,
      );
    const answer = await add(board);
    expect(answer).toMatch(/^invalid_input/);
    expect(answer).toBe(await add(`khong.co@${DOMAIN}`));
    await owner.changeGroup({ params: { domain: DOMAIN, group: board }, body: { keepers: [keeper.email] } });
    expect(await add(board)).toBe('ok');
  });

  test('GR-81 put there without a right over it, takes mail by its own rule of writers alone', async () => {
    await nestAsBefore();
    expect(await bring(STRANGER, board, 'Thẳng')).toBe('550');
    expect(await bring(STRANGER, club, 'Vong')).toBe('250');
    expect(await reached('Vong')).toEqual({ inside: false, outside: 0 });
    expect(await bring(TRUSTEE, club, 'Duoc')).toBe('250');
    expect(await reached('Duoc')).toEqual({ inside: true, outside: 2 });
    const lines = await server.context.db
      .selectFrom('mail_trace')
      .select(['event', 'said'])
      .where('recipient', '=', board)
      .where('client', '=', `group ${club}`)
      .execute();
    expect(lines).toEqual([{ event: 'discarded', said: 'refused: takes no mail from this sender' }]);
  });

  test('GR-81 is not opened by releasing held mail either', async () => {
    await nestAsBefore();
    const body = { writers: 'members', strangers: 'held' } as const;
    await keeper.client.changeKeptGroup({ params: { group: club }, body });
    expect(await bring(STRANGER, club, 'Cho')).toBe('250');
    const [held] = (await keeper.client.listHeldMessages({ params: { group: club } })).data;
    const params = { group: club, held: held?.id ?? '' };
    await keeper.client.decideHeldMessage({ params, body: { act: 'release' } });
    await runJobsUntilIdle(server.context);
    expect(await reached('Cho')).toEqual({ inside: false, outside: 0 });
  });

  test('GR-81 put there by the owner, takes all mail by the other one, and says so until it is taken out', async () => {
    await addTo(club, [board]);
    expect(await allowedIn(board)).toEqual([club]);
    expect(await bring(STRANGER, club, 'Tin')).toBe('250');
    expect(await reached('Tin')).toEqual({ inside: true, outside: 2 });
    await owner.removeGroupMember({ params: { domain: DOMAIN, group: club, member: board } });
    expect(await allowedIn(board)).toEqual([]);
    await addTo(club, [board]);
    await owner.deleteGroup({ params: { domain: DOMAIN, group: club } });
    expect(await allowedIn(board)).toEqual([]);
  });

  test('GR-81 from before, takes all mail by one that nobody keeps alone', async () => {
    await nestAsBefore();
    await owner.changeGroup({ params: { domain: DOMAIN, group: club }, body: { keepers: [] } });
    expect(await bring(STRANGER, club, 'Cu')).toBe('250');
    expect(await reached('Cu')).toEqual({ inside: true, outside: 2 });
  });
});

describe('leaving a group that has others in it', () => {
  const MEMBER = 'ngoai@nha.example';

  /** The link in the copy of a message to the club. */
  async function linkOf(): Promise<string> {
    await bring(STRANGER, club, 'Roi');
    const copy = trap.messages.find(({ to }) => to.includes(MEMBER));
    const link = /^List-Unsubscribe: <https:\/\/[^/]+([^>]+)>/m.exec(copy?.raw.toString() ?? '')?.[1];
    return `${server.baseUrl}${link}&lang=en`;
  }
  async function pageOf(link: string, init: RequestInit = {}): Promise<{ code: number; text: string }> {
    const answer = await fetch(link, init);
    return { code: answer.status, text: await answer.text() };
  }
  const press = (link: string) =>
    pageOf(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  const leavingOf = (group: string, leaving: boolean) =>
    owner.changeGroup({ params: { domain: DOMAIN, group }, body: { leaving } });

  test('GO-30 by a link or by mail takes nobody out of one that does not let them leave, and says so', async () => {
    await addTo(club, [board]);
    const link = await linkOf();
    for (const { code, text } of [await pageOf(link), await press(link)]) {
      expect(code).toBe(403);
      expect(text).toContain(`leave ${board} yourself`);
      expect(text).not.toContain('<button');
    }
    expect(await bring(TRUSTEE, club.replace('@', '+leave@'), 'leave')).toBe('550');
    expect(await outsideOf(board)).toEqual([MEMBER, TRUSTEE]);
    await leavingOf(club, false);
    await addTo(club, [MEMBER]);
    expect((await press(link)).code).toBe(403);
    expect(await outsideOf(club)).toEqual([MEMBER]);
  });

  test('GO-30 names all that it ends, and what remains', async () => {
    await addTo(club, [board, MEMBER]);
    const link = await linkOf();
    expect((await pageOf(link)).text).toMatch(new RegExp(`mail of ${club}\\?.*remain in ${board}`, 's'));
    const { code, text } = await press(link);
    expect([code, await outsideOf(club), await outsideOf(board)]).toEqual([200, [], [MEMBER, TRUSTEE]]);
    expect(text).toMatch(new RegExp(`left ${club}<.*remain in ${board}`, 's'));
    await leavingOf(board, true);
    expect((await pageOf(link)).text).toContain(`mail of ${board}?`);
    expect((await press(link)).text).toContain(`left ${board}<`);
    expect(await outsideOf(board)).toEqual([TRUSTEE]);
    expect((await press(link)).code).toBe(200);
  });
});
