import type { Invitation } from '@bocau/contract/invitations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachedPdf, fileMails } from '../../test-kit/file-mail.ts';
import { ASKER, type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const COLLEAGUE = 'Bình <binh@doitac.example>';
const SECRETARY = 'thu.ky@doitac.example';
const STRANGER = 'ke.gian@evil.example';
const CANCEL = { method: 'CANCEL', sequence: 1, stamp: '20261102T010000Z' };
const UPDATE = { sequence: 1, stamp: '20261102T010000Z' };

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver: keysInDns });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

const receive = (given?: InvitationGiven) => receiveInvitation(server, an, given);

async function show(id: string): Promise<Invitation> {
  const { data } = await an.client.getInvitation({ params: { id } });
  if (!data) throw new Error('no invitation');
  return data;
}

describe('a stranger who knows everything about an event', () => {
  test.each<[string, InvitationGiven]>([
    ['in a name of their own', { from: STRANGER }],
    ['who names themselves the organiser', { from: STRANGER, organiser: STRANGER }],
    ['with a forged From', { signedBy: null }],
    ['with a forged From that another domain has signed', { signedBy: 'evil.example' }],
    ['who has the organiser as Sender', { from: STRANGER, headers: [`Sender: ${ASKER}`] }],
    ['who has answers go to the organiser', { from: STRANGER, headers: [`Reply-To: ${ASKER}`] }],
    ['who says that the organiser had it sent', { from: STRANGER, sentBy: STRANGER }],
    ['who names the organiser first of two', { from: `${ASKER}, ${STRANGER}`, signedBy: 'evil.example' }],
    ['called like the organiser', { from: `"${ASKER}" <${STRANGER}>` }],
    ['of the same domain, invited as well', { from: COLLEAGUE }],
    ['of the same domain, as if sent by', { from: COLLEAGUE, sentBy: 'binh@doitac.example' }],
    ['on a list that breaks the signature', { footer: '\r\n-- \r\nds@ds.example\r\n' }],
    ['on a list that writes itself into From', { from: '"Hùng via DS" <ds@ds.example>' }],
  ])('%s neither cancels nor changes it, and is warned of', async (_who, given) => {
    const invitation = await receive();
    const [cancellation, update] = [
      await receive({ ...CANCEL, ...given }),
      await receive({ ...UPDATE, ...given }),
    ];
    const sender = expect.objectContaining({ email: expect.stringContaining('@') });
    const standing = await show(invitation);
    expect(standing).toMatchObject({ replaced_by: null, may_answer: true, unproven: false });
    expect(standing.disputed_by).toMatchObject({
      kind: expect.stringMatching(/^(update|cancellation)$/),
      sender,
    });
    // A forged version must not pass for the organiser's.
    if (given.organiser === STRANGER) return;
    expect(await show(cancellation)).toMatchObject({ unproven: true });
    expect(await show(update)).toMatchObject({ unproven: true, replaced_by: 'original', may_answer: false });
  });
});

describe('an event of somebody else under the uid of one that is known', () => {
  const OWN = { from: STRANGER, organiser: STRANGER };
  const later = () => server.clock.pass(1_000);

  test.each<[string, InvitationGiven]>([
    ['proven to be of its organiser', {}],
    ['that nothing proves, and came first', { signedBy: null }],
    ['sent for its organiser', bySecretary()],
  ])('is no change or cancellation of one %s, and says whose that is', async (_which, first) => {
    const invitation = await receive(first);
    later();
    const [update, cancellation] = [
      await receive({ ...UPDATE, ...OWN }),
      await receive({ ...CANCEL, ...OWN }),
    ];
    for (const id of [update, cancellation]) {
      expect(await show(id)).toMatchObject({
        ...{ updated: false, other_organiser: ASKER, may_answer: false, disputed_by: null },
        organiser: { email: STRANGER },
      });
    }
    expect(await show(invitation)).toMatchObject({
      ...{ other_organiser: null, replaced_by: null, may_answer: true },
      disputed_by: { sender: { email: STRANGER } },
    });
    later();
    const next = await receive({ ...UPDATE, ...first, sequence: 2 });
    expect(await show(next)).toMatchObject({ other_organiser: null, updated: true });
    expect(await show(update)).toMatchObject({ other_organiser: ASKER, disputed_by: null });
  });

  test('CL-440 has not changed where it came before that one, whatever its number', async () => {
    const first = await receive({ ...UPDATE, ...OWN });
    later();
    const theirs = await receive();
    for (const id of [first, theirs]) expect(await show(id)).toMatchObject({ updated: false });
  });

  test('is no change of one that the person has sent themselves, or of a single day of it', async () => {
    const mark = {
      uid: 'cua-toi',
      recurrence: '20261201T020000Z',
      sequence: 0,
      stamp: '',
      method: 'REQUEST',
    };
    const calendar = { ...mark, organiser: an.email };
    const attachments = [{ ...attachedPdf('invite.ics'), contentType: 'text/calendar', calendar }];
    await fileMails(server.context, an.mailbox, [{ from: an.email, folder: 'Sent', attachments }]);
    later();
    const update = await receive({ ...UPDATE, ...OWN, uid: mark.uid });
    expect(await show(update)).toMatchObject({ other_organiser: an.email, may_answer: false });
  });

  test('may also have come first, so that the true one is warned of, and can be answered', async () => {
    await receive({ ...OWN, signedBy: null });
    later();
    expect(await show(await receive())).toMatchObject({ other_organiser: STRANGER, may_answer: true });
  });

  test('is not hidden by a flood of others', async () => {
    await receive();
    later();
    const update = await receive({ ...UPDATE, ...OWN });
    const mark = { uid: 'hop-1@doitac.example', recurrence: '', stamp: '', method: 'REQUEST' };
    const calendar = { ...mark, sequence: 9, organiser: 'ai.do@evil.example' };
    const attachments = [{ ...attachedPdf('invite.ics'), contentType: 'text/calendar', calendar }];
    await fileMails(server.context, an.mailbox, Array(150).fill({ from: STRANGER, attachments }));
    expect(await show(update)).toMatchObject({ other_organiser: ASKER });
  });
});

describe('who may change it', () => {
  test.each<[string, InvitationGiven, InvitationGiven]>([
    ['the organiser', {}, {}],
    [
      'the organiser, below a list that leaves the signature whole',
      {},
      { headers: ['List-Id: <ds.ds.example>'] },
    ],
    ['the organiser, in other letters', {}, { from: 'HUNG@Doitac.Example' }],
    ['who sent the invitation for the organiser', bySecretary(), bySecretary()],
    ['who sends for the organiser by the invitation', { sentBy: SECRETARY }, { from: SECRETARY }],
    // The origin of the invitation is unproven; later versions still count as the organiser's.
    ['the organiser, where the invitation came over a list', { footer: '\r\n-- \r\nds\r\n' }, {}],
  ])('%s cancels and changes it', async (_who, first, next) => {
    const invitation = await receive(first);
    const update = await receive({ ...UPDATE, ...next });
    expect(await show(invitation)).toMatchObject({
      replaced_by: 'update',
      disputed_by: null,
      may_answer: false,
    });
    expect(await show(update)).toMatchObject({ replaced_by: null, disputed_by: null, may_answer: true });
    const cancellation = await receive({ ...CANCEL, sequence: 2, ...next });
    for (const id of [invitation, update])
      expect(await show(id)).toMatchObject({ replaced_by: 'cancellation', may_answer: false });
    expect(await show(cancellation)).toMatchObject({ kind: 'cancel', replaced_by: null });
  });

  test('somebody here, who has signed in, and no colleague', async () => {
    const [binh, chi] = [await newPerson(server), await newPerson(server)];
    const from = (person: NewPerson): InvitationGiven => ({
      from: person.email,
      organiser: binh.email,
      submittedBy: person,
    });
    const invitation = await receive(from(binh));
    await receive({ ...CANCEL, ...from(chi) });
    expect(await show(invitation)).toMatchObject({
      replaced_by: null,
      may_answer: true,
      disputed_by: { kind: 'cancellation', sender: { email: chi.email } },
    });
    // Over SMTP a local address is only a claim.
    await receive({ ...CANCEL, ...from(binh), submittedBy: undefined, sequence: 2 });
    expect(await show(invitation)).toMatchObject({
      replaced_by: null,
      disputed_by: { kind: 'cancellation', sender: { email: binh.email } },
    });
    const cancellation = await receive({ ...CANCEL, ...from(binh), sequence: 3 });
    expect(await show(invitation)).toMatchObject({ replaced_by: 'cancellation', disputed_by: null });
    expect(await show(cancellation)).toMatchObject({ unproven: false });
  });
});

describe('what came first', () => {
  const FIRST = { from: STRANGER, sequence: 9_000_000, stamp: '29991231T235959Z' };

  test('is no truth: the organiser’s own version stands, whatever number the forged one has', async () => {
    const forged = await receive({ ...FIRST, sentBy: STRANGER });
    expect(await show(forged)).toMatchObject({ unproven: true, replaced_by: null });
    const invitation = await receive();
    expect(await show(forged)).toMatchObject({ replaced_by: 'original', may_answer: false });
    expect(await show(invitation)).toMatchObject({ replaced_by: null, may_answer: true, unproven: false });
    await receive(CANCEL);
    for (const id of [forged, invitation])
      expect(await show(id)).toMatchObject({ replaced_by: 'cancellation', may_answer: false });
  });

  test('and then a flood of others do not hide what the organiser has sent', async () => {
    const invitation = await receive();
    await receive(CANCEL);
    const mark = { uid: 'hop-1@doitac.example', recurrence: '', sequence: 9, stamp: '', method: 'REQUEST' };
    const attachments = [{ ...attachedPdf('invite.ics'), contentType: 'text/calendar', calendar: mark }];
    await fileMails(server.context, an.mailbox, Array(150).fill({ from: STRANGER, attachments }));
    expect(await show(invitation)).toMatchObject({ replaced_by: 'cancellation' });
  });

  test('and a flood in the organiser’s name hides it as little', async () => {
    const invitation = await receive();
    await receive(CANCEL);
    const mark = { uid: 'hop-1@doitac.example', recurrence: '', sequence: 0, stamp: '', method: 'REQUEST' };
    const attachments = [{ ...attachedPdf('invite.ics'), contentType: 'text/calendar', calendar: mark }];
    const { organiser } = (await show(invitation)) as { organiser: { email: string } };
    server.clock.set(server.clock.now() + 1000);
    await fileMails(server.context, an.mailbox, Array(150).fill({ from: organiser.email, attachments }));
    expect(await show(invitation)).toMatchObject({ replaced_by: 'cancellation' });
  });

  test('and was answered to somebody else is not answered to the organiser', async () => {
    const forged = await receive({ from: STRANGER, organiser: STRANGER });
    const invitation = await receive();
    await an.client.answerInvitation({ params: { id: forged }, body: { answer: 'accepted' } });
    expect(await show(invitation)).toMatchObject({ answered: null, may_answer: true });
    const { data } = await an.client.answerInvitation({
      params: { id: invitation },
      body: { answer: 'accepted' },
    });
    expect(data.answered).toMatchObject({ answer: 'accepted', to_this: true });
  });
});

describe('an answer to an invitation', () => {
  const BINH = 'binh@doitac.example';
  const says = (...emails: string[]) => emails.map((email) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${email}`);
  const reply = async (given: InvitationGiven) => {
    const answer = { method: 'REPLY', organiser: an.email, attendees: says(BINH), from: COLLEAGUE, ...given };
    return show(await receive(answer));
  };

  test.each<[string, InvitationGiven]>([
    ['of a stranger', { from: STRANGER }],
    ['with a forged From', { signedBy: null }],
    ['with a forged From that another domain has signed', { signedBy: 'evil.example' }],
    ['of who has them as Sender', { from: STRANGER, headers: [`Sender: ${BINH}`] }],
    ['called like them', { from: `"${BINH}" <${STRANGER}>` }],
    ['of the same domain', { from: ASKER }],
    ['that says the same of others', { attendees: says(BINH, 'chi@doitac.example') }],
    ['that proposes another time for them', { method: 'COUNTER', from: STRANGER }],
    ['that says of no one who gives it', { attendees: [] }],
  ])('%s says nothing of a colleague', async (_who, given) => {
    expect(await reply(given)).toMatchObject({ unproven: true, may_answer: false });
  });

  test('is believed of its own author, from outside and from here', async () => {
    expect(await reply({})).toMatchObject({ kind: 'reply', unproven: false });
    expect(await reply({ method: 'COUNTER' })).toMatchObject({ kind: 'counter', unproven: false });
    const chi = await newPerson(server);
    const given = { from: chi.email, attendees: says(chi.email) };
    expect(await reply({ ...given, submittedBy: chi })).toMatchObject({ kind: 'reply', unproven: false });
    expect(await reply(given)).toMatchObject({ kind: 'reply', unproven: true });
  });
});

describe('an event that no one has heard of before', () => {
  test.each(['REQUEST', 'PUBLISH', 'ADD', 'DECLINECOUNTER', ''])(
    'is not believed to be a colleague’s from a stranger: %j',
    async (method) => {
      const chi = await newPerson(server);
      const given = { method, organiser: chi.email, uid: `moi-${method}` };
      for (const from of [STRANGER, chi.email])
        expect(await show(await receive({ ...given, from }))).toMatchObject({ unproven: true });
      expect(await show(await receive({ ...given, from: STRANGER, sentBy: STRANGER }))).toMatchObject({
        unproven: true,
      });
    },
  );

  test.each(['REQUEST', 'PUBLISH', 'CANCEL'])(
    'is not believed because the stranger says so twice: %s',
    async (method) => {
      const chi = await newPerson(server);
      const twice = async (given: InvitationGiven) => {
        const said = {
          method,
          uid: `hai-lan-${method}-${given.organiser}`,
          from: STRANGER,
          sentBy: STRANGER,
        };
        const first = await receive({ ...said, ...given, sequence: 1 });
        const second = await receive({ ...said, ...given, sequence: 2 });
        return [await show(first), await show(second)];
      };
      const unproven = [{ unproven: true }, { unproven: true }];
      expect(await twice({ organiser: chi.email })).toMatchObject(unproven);
      expect(await twice({ organiser: ASKER })).toMatchObject(unproven);
    },
  );

  test('is not believed because somebody wrote in their name that the stranger sends it', async () => {
    const chi = await newPerson(server);
    const given = { organiser: chi.email, uid: 'mao-danh', sentBy: STRANGER };
    await receive({ ...given, from: chi.email });
    expect(await show(await receive({ ...given, from: STRANGER, sequence: 1 }))).toMatchObject({
      unproven: true,
    });
  });

  test('goes on being theirs where a colleague who sent it for them changes and cancels it', async () => {
    const [chi, thuKy] = [await newPerson(server), await newPerson(server)];
    const given = { organiser: chi.email, uid: 'thay-chi', from: thuKy.email, sentBy: thuKy.email };
    const sent = { ...given, submittedBy: thuKy };
    await receive(sent);
    for (const next of [UPDATE, { ...CANCEL, sequence: 2 }])
      expect(await show(await receive({ ...sent, ...next }))).toMatchObject({ unproven: false });
  });

  test.each(['REQUEST', 'PUBLISH', 'ADD'])(
    'is theirs where they sent it, or had a colleague send it: %s',
    async (method) => {
      const [chi, thuKy] = [await newPerson(server), await newPerson(server)];
      const given = { method, organiser: chi.email, uid: `cua-chi-${method}` };
      const own = await receive({ ...given, from: chi.email, submittedBy: chi });
      expect(await show(own)).toMatchObject({ unproven: false });
      const sent = { from: thuKy.email, submittedBy: thuKy, sentBy: thuKy.email, uid: `thay-${method}` };
      expect(await show(await receive({ ...given, ...sent }))).toMatchObject({ unproven: false });
    },
  );

  test('is shown as ever where its organiser is elsewhere, and may sign nothing', async () => {
    for (const method of ['REQUEST', 'PUBLISH'])
      expect(await show(await receive({ method, signedBy: null, uid: `ngoai-${method}` }))).toMatchObject({
        unproven: false,
      });
  });
});

function bySecretary(): InvitationGiven {
  return { from: SECRETARY, sentBy: SECRETARY };
}
