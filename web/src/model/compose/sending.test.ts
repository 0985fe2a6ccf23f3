import { ApiError } from '@bocau/contract/client.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import type { ComposeModel, SendQuestion } from './compose-model.ts';
import { createFakeBrowser, createFakeCompose, startCompose } from './test-kit/start-compose.ts';

const NOW = { type: 'send' } as const;

async function setUp(given: Parameters<typeof startCompose>[2] = {}) {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  const tab = await startCompose(server, clock, given);
  return { clock, server, ...tab };
}

function write(model: ComposeModel, to = 'binh@x.vn'): string {
  const id = model.openNew({ to, subject: 'Chào' }) as string;
  model.change(id, { body: '<p>Xin chào</p>' });
  return id;
}

const kinds = (model: ComposeModel, id: string) => model.problems(id).map(({ kind }) => kind);

describe('before sending', () => {
  it('SD-3 SD-5 SD-6 SD-8 tells what blocks and what is asked, in this order', async () => {
    const { model } = await setUp({ settings: { max_body_size: 20 }, enable_smtp: 1 });
    const id = model.openNew() as string;
    expect(kinds(model, id)).toEqual(['no_receiver', 'empty_subject', 'empty_body']);
    model.addRecipients(id, 'bcc', 'sai@, b@x.vn');
    model.change(id, { body: `<p>${'x'.repeat(20)}</p>` });
    expect(kinds(model, id)).toEqual(['invalid_recipients', 'body_too_long', 'empty_subject']);
    expect(model.problems(id)[0]).toMatchObject({ severity: 'blocks', emails: ['sai@'] });
    expect(model.problems(id)[1]).toMatchObject({ characters: 27, most: 20 });
  });

  it('SD-5 counts the quote as long as it goes along', async () => {
    const { model, server, clock } = await setUp({ settings: { max_body_size: 40 } });
    const from = { name: 'Bình', email: 'binh@saomai.example' };
    const answered = { ...server.outbox.create({ subject: 'x' }), draft: null, from };
    const id = model.openReply(answered, 'reply', 'window') as string;
    model.change(id, { body: '<p>Vâng ạ, em cảm ơn</p>' });
    await clock.advance(10);
    expect(kinds(model, id)).toEqual(['body_too_long']);
    model.change(id, { quoted: false });
    expect(kinds(model, id)).toEqual([]);
  });

  it('SD-4 SD-7 AT-5 AT-7 looks at the files', async () => {
    const { model, server } = await setUp();
    const files = [
      server.outbox.addFile({ name: 'a.zip', size: 20_000_000 }),
      server.outbox.addFile({ name: 'b.pdf', size: 7_000_000 }, { has_virus: true, message: 'Eicar' }),
      server.outbox.addFile({ name: 'c.pdf', size: 1 }, { message: 'OSError: no clamd' }),
    ];
    const draft = server.outbox.create({
      to: [{ email: 'a@saomai.example' }],
      subject: 'x',
      body: '<p>x</p>',
      files: files.map(({ id }) => id),
    });
    const id = model.openDraft(draft, 'window') as string;
    expect(kinds(model, id)).toEqual(['attachments_too_large', 'virus', 'not_scanned', 'zip']);
    expect(model.problemsWhileWriting(id).map(({ kind }) => kind)).toEqual(['attachments_too_large', 'zip']);
  });

  it('RC-9 warns of outside recipients, unless that is switched off', async () => {
    const { model, clock } = await setUp();
    const id = write(model, 'a@x.vn, lan@saomai.example');
    await clock.advance(10);
    expect(model.problems(id)).toEqual([
      { severity: 'warns', kind: 'outside_recipients', emails: ['a@x.vn'] },
    ]);
    const other = await setUp({ settings: { warning_send_outside: false } });
    const quiet = write(other.model, 'a@x.vn');
    await other.clock.advance(10);
    expect(other.model.problems(quiet)).toEqual([]);
  });

  it('RC-9 ST-6 asks before each send to outside where that is chosen, naming whom, as soon as it is known', async () => {
    const { model, server } = await setUp({
      settings: { warning_send_outside: false, ask_send_outside: true },
    });
    const id = write(model, 'a@x.vn, lan@saomai.example, A@x.vn');
    const outcome = await model.send(id, NOW, []);
    expect(outcome).toMatchObject({
      kind: 'stopped',
      problems: [{ severity: 'asks', kind: 'outside', emails: ['a@x.vn'] }],
    });
    expect(server.called('sendMail')).toEqual([]);
    expect((await model.send(id, NOW, ['outside'])).kind).toBe('done');
    expect((await model.send(write(model, 'lan@saomai.example'), NOW, [])).kind).toBe('done');
    expect((await model.send(write(model, 'a@x.vn'), NOW, [])).kind).toBe('stopped');
  });

  it('RC-9 names whom the server could not be asked about, too', async () => {
    const { model, server, clock } = await setUp({ settings: { ask_send_outside: true } });
    server.fate = (name) => (name === 'checkAddresses' ? 'lost-before' : 'fine');
    const id = write(model, 'lan@saomai.example');
    const sending = model.send(id, NOW, []);
    await clock.advance(6000);
    expect(await sending).toMatchObject({ kind: 'stopped', problems: [{ emails: ['lan@saomai.example'] }] });
  });

  it('RC-6 a mistyped colleague is no outside recipient: there is none, and who it may have been is told', async () => {
    const { model, clock } = await setUp();
    const id = write(model, 'minh.trann@saomai.example');
    await clock.advance(10);
    const nearest = [{ email: 'minh.tran@saomai.example', name: 'Trần Minh' }];
    expect(model.problems(id)).toMatchObject([
      { severity: 'warns', kind: 'missing_recipients', recipients: [{ status: 'missing', nearest }] },
    ]);
  });

  it('asks for a file that was promised, and every question once', async () => {
    const { model, server } = await setUp();
    const id = model.openNew({ to: 'a@x.vn' }) as string;
    model.change(id, { body: '<p>Em gửi file đính kèm</p>' });
    const asked: SendQuestion[] = [];
    for (;;) {
      const outcome = await model.send(id, NOW, asked);
      if (outcome.kind !== 'stopped') break;
      expect(server.called('sendMail')).toEqual([]);
      asked.push(outcome.problems[0]?.kind as SendQuestion);
    }
    expect(asked).toEqual(['empty_subject', 'forgotten_attachment']);
    expect(server.outbox.all()[0]?.sending?.state).toBe('held');
  });

  it('ER-2 SD-1 SP-3 asks where what makes it look like spam adds up, and goes on when asked to or when the check fails', async () => {
    const { model, server } = await setUp({ settings: { notice_spam: true } });
    server.spamSymbols = [{ name: 'CAPS', description: 'x', score: 1.5, type: 'subject' }];
    expect((await model.send(write(model), NOW, [])).kind).toBe('done');
    server.spamAsks = true;
    const id = write(model);
    const sends = server.called('sendMail').length;
    const spam = { severity: 'asks', kind: 'spam', symbols: server.spamSymbols };
    expect(await model.send(id, NOW, [])).toEqual({ kind: 'stopped', problems: [spam] });
    expect(server.called('sendMail')).toHaveLength(sends);
    expect((await model.send(id, NOW, ['spam'])).kind).toBe('done');
    server.fate = (name) => (name === 'getSpamInfo' ? 'unavailable' : 'fine');
    expect((await model.send(write(model), NOW, [])).kind).toBe('done');
  });
});

describe('sending', () => {
  it('SD-1 SD-8 SP-3 asks once for all that there is to ask', async () => {
    const { model, server } = await setUp({ settings: { notice_spam: true } });
    server.spamAsks = true;
    const id = model.openNew({ to: 'a@x.vn' }) as string;
    const outcome = await model.send(id, NOW, []);
    const asked = outcome.kind === 'stopped' ? outcome.problems.map(({ kind }) => kind) : [];
    expect(asked).toEqual(['empty_subject', 'empty_body', 'spam']);
    expect((await model.send(id, NOW, asked as SendQuestion[])).kind).toBe('done');
    expect(server.called('getSpamInfo')).toHaveLength(1);
  });

  it('SD-10 SD-11 holds it for the delay and two seconds, and undo reopens the window with everything', async () => {
    const { model, server, clock } = await setUp({ settings: { time_delay_send: 10 } });
    const id = write(model);
    model.setState(id, 'full');
    const outcome = await model.send(id, NOW, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    expect(server.called('sendMail')[0]?.input.body).toEqual({
      msg_id: outcome.sent.messageId,
      version: 1,
      async: true,
      delay: 12,
    });
    expect(model.windows()).toEqual([]);
    expect(model.sentMails()).toEqual([outcome.sent]);
    expect(outcome.sent.undoUntil).toBe(clock.now() + 10_000);
    await clock.advance(9_999);
    expect(await model.undoSend(outcome.sent.messageId)).toEqual({ kind: 'undone', windowId: id });
    expect(model.window(id)).toMatchObject({ body: '<p>Xin chào</p>', status: 'saved', unsaved: false });
    model.change(id, { body: '<p>Xin chào anh</p>' });
    await model.save(id);
    await clock.advance(60_000);
    expect(model.window(id)).toMatchObject({ body: '<p>Xin chào anh</p>', conflict: null, unsaved: false });
    expect(server.outbox.all().map(({ sending, gone }) => [sending, gone])).toEqual([[null, []]]);
  });

  it('SD-11 SD-12 undo works after a reload, and is refused when the message has left', async () => {
    const browser = createFakeBrowser();
    const { model, server, clock, crash } = await setUp({ browser, settings: { time_delay_send: 30 } });
    const id = write(model);
    await model.send(id, NOW, []);
    await clock.advance(1_000);
    crash();
    const again = await startCompose(server, clock, { browser });
    expect(again.model.windows()).toEqual([]);
    const [sent] = again.model.sentMails();
    expect(await again.model.undoSend(sent?.messageId ?? '')).toEqual({ kind: 'undone', windowId: id });
    await again.model.send(id, NOW, []);
    await clock.advance(33_000);
    expect(again.model.sentMails()).toEqual([]);
    expect(await again.model.undoSend(sent?.messageId ?? '')).toMatchObject({
      kind: 'refused',
      error: { code: 'not_undoable' },
    });
    await clock.advance(20_000);
    expect(await browser.storage.keys('unsent lan.anh@saomai.example compose')).toEqual([]);
    expect(server.outbox.all()[0]?.gone).toHaveLength(1);
  });

  it('SD-11 an undo whose answer is lost is an undo', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    const outcome = await model.send(id, NOW, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    server.fate = (name) =>
      name === 'undoSendMail' && server.called(name).length === 1 ? 'lost-after' : 'fine';
    const undoing = model.undoSend(outcome.sent.messageId);
    await clock.advance(5_000);
    expect(await undoing).toEqual({ kind: 'undone', windowId: id });
  });

  it('SD-13 without a delay there is nothing to take back, and it is told as sent when it has arrived', async () => {
    const { model, server, events, clock } = await setUp({ settings: { enable_delay_send: false } });
    server.outbox.holdsOn = true;
    const outcome = await model.send(write(model), NOW, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    expect(outcome.sent).toMatchObject({ undoUntil: null, subject: 'Chào' });
    expect(server.called('sendMail')[0]?.input.body).not.toHaveProperty('async');
    expect(model.sentMails()).toEqual([]);
    await clock.advance(5_000);
    expect(events).toEqual([]);
    server.outbox.settle(outcome.sent.messageId, { state: 'sent' });
    const ids = { message_id: outcome.sent.messageId, thread_id: outcome.sent.threadId };
    model.takeFrame({ event: 'sent', data: ids });
    await clock.advance(0);
    expect(events).toMatchObject([{ kind: 'send-told', how: 'sent', subject: 'Chào' }]);
    await clock.advance(200_000);
    expect(events).toHaveLength(1);
  });

  it.each([
    ['sent', { state: 'sent' }, { kind: 'send-told', how: 'sent' }],
    ['unclear', { state: 'unclear' }, { kind: 'send-told', how: 'unclear' }],
    [
      'put off',
      { state: 'sending', recipient: { state: 'waiting', reply: '452 mailbox full', next_at: 99 } },
      { kind: 'send-told', how: 'deferred', nextAt: 99, failure: { reason: 'inbox_full' } },
    ],
    [
      'failed',
      { state: 'failed', error: 'user unknown' },
      { kind: 'send-failed', failure: { reason: 'receiver_not_found' } },
    ],
  ] as const)('SD-13 SD-19 tells of a message that is %s without the socket, once', async (_, end, told) => {
    const { model, server, events, clock } = await setUp({ settings: { time_delay_send: 10 } });
    server.outbox.holdsOn = true;
    const outcome = await model.send(write(model), NOW, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    const { messageId, threadId } = outcome.sent;
    server.outbox.settle(messageId, end);
    await clock.advance(9_000);
    expect(events).toEqual([]);
    await clock.advance(10_000);
    expect(events).toMatchObject([{ messageId, ...told }]);
    const ids = { message_id: messageId, thread_id: threadId };
    model.takeFrame({ event: 'failed', data: ids });
    if (end.state === 'failed') {
      model.takeFrame({
        event: 'send_mail_failed',
        data: { ...ids, subject: 'Chào', error: 'user unknown' },
      });
    }
    await clock.advance(200_000);
    expect(events).toHaveLength(1);
  });

  it('SD-13 tells it once, also where the page is loaded anew right after, and else after it', async () => {
    const browser = createFakeBrowser();
    const { model, server, events, clock, crash } = await setUp({
      browser,
      settings: { time_delay_send: 10 },
    });
    server.outbox.holdsOn = true;
    const outcome = await model.send(write(model), NOW, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    server.outbox.settle(outcome.sent.messageId, { state: 'failed', error: 'user unknown' });
    await clock.advance(9_000);
    expect(events).toEqual([]);
    crash();
    const second = await startCompose(server, clock, { browser });
    await clock.advance(10_000);
    expect(second.events).toMatchObject([{ kind: 'send-failed' }]);
    second.crash();
    const third = await startCompose(server, clock, { browser });
    await clock.advance(200_000);
    expect(third.events).toEqual([]);
  });

  it('SC-4 SC-6 PE-7 schedules and repeats, and takes both back', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    const at = Math.floor(clock.now() / 1000) + 86_400;
    const outcome = await model.send(id, { type: 'schedule', at }, []);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    expect(outcome.sent.how).toBe('schedule');
    expect(server.called('scheduleMail')[0]?.input.body.timestamp).toBe(at);
    expect(await model.undoSend(outcome.sent.messageId)).toEqual({ kind: 'undone', windowId: id });
    expect(server.called('cancelSchedule')).toHaveLength(1);
    const rule = { period: { by_days: 2 }, time_send: '08:00', start_day: '2026-11-21' };
    const periodic = await model.send(id, { type: 'period', rule }, []);
    if (periodic.kind !== 'done') throw new Error(periodic.kind);
    expect(await model.undoSend(periodic.sent.messageId)).toEqual({ kind: 'undone', windowId: id });
    expect(server.called('cancelPeriodic')).toHaveLength(1);
    expect(server.outbox.all()).toHaveLength(1);
  });

  it('DR-6 SD-16 a refusal gives the window back with all of it, and says why', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    server.refuseNext.set('sendMail', new ApiError(413, 'mail_too_large', 'total exceeds 40 MB'));
    const seen = new Set<string>();
    model.subscribe(() => seen.add(model.window(id)?.status ?? ''));
    expect(await model.send(id, NOW, [])).toMatchObject({
      kind: 'failed',
      failure: { reason: 'size_exceeds' },
    });
    await clock.advance(10);
    expect(model.window(id)).toMatchObject({ body: '<p>Xin chào</p>', status: 'saved', unsaved: false });
    expect([...seen]).toContain('sending');
    expect([...seen]).toContain('saving');
    expect((await model.send(id, NOW, [])).kind).toBe('done');
  });

  it('SD-14 a click too many sends nothing twice', async () => {
    const { model, server, clock } = await setUp();
    server.delay = 500;
    const id = write(model);
    const outcomes = [model.send(id, NOW, []), model.send(id, NOW, []), model.send(id, NOW, [])];
    await clock.advance(10_000);
    const [first, ...others] = await Promise.all(outcomes);
    expect(others).toEqual([first, first]);
    expect(server.called('sendMail')).toHaveLength(1);
  });

  it('DR-9 nothing is sent that the user did not see', async () => {
    const { model, server } = await setUp();
    const id = write(model);
    await model.save(id);
    const messageId = model.window(id)?.messageId ?? '';
    server.outbox.save(messageId, { body: '<p>của máy khác</p>' });
    expect((await model.send(id, NOW, [])).kind).toBe('conflict');
    expect(model.window(id)?.conflict?.body).toBe('<p>của máy khác</p>');
    await model.resolveConflict(id, 'mine');
    expect((await model.send(id, NOW, [])).kind).toBe('done');
    expect(server.outbox.all()[0]?.message.body).toBe('<p>Xin chào</p>');
  });

  it('SD-14 a send that nothing was heard of is found to be done, and is not done again', async () => {
    const { model, server, clock, events } = await setUp();
    const id = write(model);
    await model.save(id);
    server.fate = (name) => (name === 'sendMail' || name === 'getMessage' ? 'lost-after' : 'fine');
    const sending = model.send(id, NOW, []);
    await clock.advance(30_000);
    expect(await sending).toEqual({ kind: 'deferred' });
    expect(model.deferredMails()).toMatchObject([{ windowId: id, subject: 'Chào' }]);
    server.fate = () => 'fine';
    await clock.advance(60_000);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'sent-after-all' }));
    expect(model.windows()).toEqual([]);
    expect(server.outbox.all().map(({ gone }) => gone.length)).toEqual([1]);
  });

  it('SD-14 what was changed after such a send is a draft of its own, and is not sent by itself', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    await model.save(id);
    server.fate = (name) => (name === 'sendMail' || name === 'getMessage' ? 'lost-after' : 'fine');
    void model.send(id, NOW, []);
    await clock.advance(30_000);
    const takingBack = model.takeBackDeferred(id);
    model.change(id, { body: '<p>Xin chào, thêm nữa</p>' });
    server.fate = () => 'fine';
    const again = model.send(id, NOW, []);
    await clock.advance(60_000);
    expect(await takingBack).toMatchObject({ kind: 'refused', error: { code: 'not_undoable' } });
    expect(await again).toMatchObject({ kind: 'failed', failure: { reason: 'sent_meanwhile' } });
    expect(model.window(id)).toMatchObject({ body: '<p>Xin chào, thêm nữa</p>', unsaved: false });
    expect(server.outbox.all().map(({ gone }) => gone)).toEqual([['<p>Xin chào</p>'], []]);
  });

  it.each(['send', 'schedule'] as const)(
    'SD-14 DR-9 what another device has changed and given to %s does not stand for what is sent here: that is a draft of its own',
    async (kind) => {
      const { model, server, events } = await setUp();
      const id = write(model);
      await model.save(id);
      const messageId = model.window(id)?.messageId ?? '';
      server.outbox.save(messageId, { body: '<p>của máy khác</p>' });
      server.outbox[kind](messageId, undefined, kind === 'send' ? 7 : server.outbox.now() + 3600);
      expect(await model.send(id, NOW, [])).toMatchObject({
        kind: 'failed',
        failure: { reason: 'sent_meanwhile' },
      });
      expect(events).toContainEqual({ kind: 'draft-gone', windowId: id, because: 'sent' });
      expect(model.window(id)).toMatchObject({ body: '<p>Xin chào</p>', status: 'created', fault: null });
      expect(server.outbox.all().map(({ message, sending }) => [message.body, sending?.kind])).toEqual([
        ['<p>của máy khác</p>', kind],
        ['<p>Xin chào</p>', undefined],
      ]);
    },
  );

  it('SD-14 DR-9 a send that nothing was heard of is not done because another device has sent its own version', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    await model.save(id);
    const messageId = model.window(id)?.messageId ?? '';
    server.fate = (name) => (name === 'sendMail' || name === 'getMessage' ? 'lost-before' : 'fine');
    void model.send(id, NOW, []);
    await clock.advance(30_000);
    server.outbox.save(messageId, { body: '<p>của máy khác</p>' });
    server.outbox.send(messageId, undefined, 3600);
    server.fate = () => 'fine';
    await clock.advance(60_000);
    expect(model.window(id)).toMatchObject({ body: '<p>Xin chào</p>', unsaved: false });
    expect(server.outbox.all().map(({ message, sending }) => [message.body, sending?.kind])).toEqual([
      ['<p>của máy khác</p>', 'send'],
      ['<p>Xin chào</p>', undefined],
    ]);
  });

  it('SD-14 a server that refuses the repeated call has sent the message all the same', async () => {
    const { model, server, clock } = await setUp();
    const id = write(model);
    await model.save(id);
    server.fate = (name) => {
      if (name !== 'sendMail' || server.called(name).length > 1) return 'fine';
      server.refuseNext.set('sendMail', new ApiError(400, 'not_a_draft', 'x'));
      return 'lost-before';
    };
    server.outbox.send(model.window(id)?.messageId ?? '', 1, 7);
    const sending = model.send(id, NOW, []);
    await clock.advance(5_000);
    expect((await sending).kind).toBe('done');
  });

  it('SD-19 tells of a message that was accepted and could not be sent', async () => {
    const { model, events } = await setUp();
    model.takeFrame({
      event: 'send_mail_failed',
      data: { message_id: 'm1', thread_id: 't1', subject: 'Chào', error: '550 user unknown <a@x.vn>' },
    });
    expect(events).toEqual([
      {
        kind: 'send-failed',
        messageId: 'm1',
        threadId: 't1',
        subject: 'Chào',
        failure: { reason: 'receiver_not_found', text: '550 user unknown <a@x.vn>', address: 'a@x.vn' },
      },
    ]);
  });

  it('SD-19 tells of what may not have arrived as of what has failed', async () => {
    const { model, events } = await setUp();
    model.takeFrame({
      event: 'send_mail_failed',
      data: { message_id: 'm1', thread_id: 't1', subject: 'Chào', error: 'no answer', unclear: true },
    });
    expect(events).toMatchObject([{ kind: 'send-told', how: 'unclear', messageId: 'm1' }]);
  });
});
