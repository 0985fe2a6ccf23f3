import type { Message } from '@bocau/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import type { ComposeModel } from './compose-model.ts';
import { blankMessage } from './test-kit/fake-outbox.ts';
import { createFakeBrowser, createFakeCompose, startCompose } from './test-kit/start-compose.ts';

function setUp() {
  const clock = createManualClock();
  return { clock, server: createFakeCompose(clock) };
}

const states = (model: ComposeModel) => model.windows().map(({ windowState }) => windowState);

function received(id: string, given: Partial<Message> = {}): Message {
  return {
    ...blankMessage(id),
    is_draft: false,
    draft: null,
    thread_id: `thread-${id}`,
    from: { name: 'Bình', email: 'binh@x.vn' },
    to: [{ name: 'Lan Anh', email: 'lan.anh@saomai.example' }],
    subject: 'Báo giá',
    body: '<p>Nguyên văn</p>',
    ...given,
  };
}

describe('windows', () => {
  it('CW-1 CW-2 open as pin, go down by their header and come back as they were', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openNew() as string;
    expect(states(model)).toEqual(['pin']);
    model.setState(id, 'full');
    model.toggle(id);
    expect(model.window(id)).toMatchObject({ windowState: 'mini', windowPrevState: 'full' });
    model.toggle(id);
    expect(states(model)).toEqual(['full']);
  });

  it('CW-3 DR-8 opening a draft that is open already toggles its window', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const draft = server.outbox.create({ subject: 'Nháp', to: [{ email: 'a@x.vn' }], body: '<p>x</p>' });
    const id = model.openDraft(draft, 'window') as string;
    expect(model.window(id)).toMatchObject({
      subject: 'Nháp',
      body: '<p>x</p>',
      status: 'saved',
      unsaved: false,
    });
    expect(model.openDraft(draft, 'window')).toBe(id);
    expect(states(model)).toEqual(['mini']);
    expect(model.openDraft(draft, 'window')).toBe(id);
    expect(states(model)).toEqual(['pin']);
  });

  it('TD-12 a draft whose form is in a thread comes before the reader when it is asked for in a window', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const draft = server.outbox.create({ subject: 'Nháp', to: [{ email: 'a@x.vn' }], body: '<p>x</p>' });
    const id = model.openDraft(draft, 'thread') as string;
    expect(model.openDraft(draft, 'window')).toBe(id);
    expect(model.window(id)).toMatchObject({ place: 'window', windowState: 'pin' });
  });

  it('CW-5 pins as many as there is room for, and the oldest gives way', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock, { viewport: 1_500 });
    for (let count = 0; count < 4; count++) model.openNew();
    expect(states(model)).toEqual(['mini', 'mini', 'pin', 'pin']);
    model.toggle(model.windows()[0]?.id ?? '');
    expect(states(model)).toEqual(['pin', 'mini', 'mini', 'pin']);
    model.setViewport(1_000);
    expect(states(model).filter((state) => state === 'pin')).toHaveLength(1);
  });

  it('CW-5 up to 992 pixels a window opens full and the others go down', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock, { viewport: 992 });
    model.openNew();
    model.openNew();
    expect(states(model)).toEqual(['mini', 'full']);
    model.toggle(model.windows()[0]?.id ?? '');
    expect(states(model)).toEqual(['full', 'mini']);
  });

  it('CW-4 closing one makes the last that remains pin', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const first = model.openNew() as string;
    const second = model.openNew() as string;
    model.setState(first, 'mini');
    await model.close(second);
    expect(model.windows().map(({ id, windowState }) => [id, windowState])).toEqual([[first, 'pin']]);
  });

  it('CW-4 a message that was sent leaves the other windows as they are, and so does its undo', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const aside = model.openNew({ subject: 'Để sau' }) as string;
    model.setState(aside, 'mini');
    const sent = model.openNew({ to: 'a@x.vn', subject: 'x' }) as string;
    model.change(sent, { body: '<p>x</p>' });
    const outcome = await model.send(sent, { type: 'send' }, []);
    expect(model.windows().map(({ id, windowState }) => [id, windowState])).toEqual([[aside, 'mini']]);
    if (outcome.kind === 'done') await model.undoSend(outcome.sent.messageId);
    expect(states(model)).toEqual(['mini', 'pin']);
  });

  it('CW-4 what comes by itself takes no focus: after a reload, or made pin by the end of another', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const tab = await startCompose(server, clock, { browser });
    const pinned = tab.model.openNew({ subject: 'một' }) as string;
    const aside = tab.model.openNew({ subject: 'hai' }) as string;
    expect(tab.model.window(aside)?.takesFocus).toBe(true);
    tab.model.setState(aside, 'mini');
    await clock.advance(1_000);
    tab.crash();
    const { model } = await startCompose(server, clock, { browser });
    const taking = () => model.windows().map(({ windowState, takesFocus }) => [windowState, takesFocus]);
    expect(taking()).toEqual([
      ['pin', false],
      ['mini', false],
    ]);
    await model.close(pinned);
    expect(taking()).toEqual([['pin', false]]);
    model.toggle(aside);
    model.toggle(aside);
    expect(taking()).toEqual([['pin', true]]);
  });

  it('CW-4 the windows of a tab that died come aside into one that is used', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const first = await startCompose(server, clock, { browser });
    first.model.openNew({ subject: 'một' });
    await clock.advance(1_000);
    const { model } = await startCompose(server, clock, { browser });
    first.crash();
    await clock.advance(60_000);
    expect(states(model)).toEqual(['mini']);
  });

  it('CW-20 a page that is loaded anew finds its windows, wherever another tab looks for left ones meanwhile', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const used = await startCompose(server, clock, { browser });
    await clock.advance(29_000);
    const first = await startCompose(server, clock, { browser });
    first.model.openNew({ subject: 'một' });
    await clock.advance(500);
    first.leave();
    // A tab that is used looks, and one begins.
    const begun = await startCompose(server, clock, { browser });
    await clock.advance(3_000);
    expect(states(used.model)).toEqual([]);
    expect(states(begun.model)).toEqual([]);
    const again = await startCompose(server, clock, { browser, hasReturned: true });
    expect(states(again.model)).toEqual(['pin']);
    await clock.advance(60_000);
    expect(states(used.model)).toEqual([]);
    expect(states(begun.model)).toEqual([]);
  });

  it('CW-20 the windows of a page that was closed come into a tab that begins soon after', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const first = await startCompose(server, clock, { browser });
    first.model.openNew({ subject: 'một' });
    await clock.advance(1_000);
    first.leave();
    const { model } = await startCompose(server, clock, { browser });
    expect(states(model)).toEqual([]);
    await clock.advance(10_000);
    expect(states(model)).toEqual(['pin']);
  });

  it('CW-13 nothing opens where sending is switched off, but drafts do', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock, { enable_smtp: 0 });
    expect(model.openNew()).toBeNull();
    expect(model.openReply(received('m1'), 'reply', 'thread')).toBeNull();
    expect(model.openMailto('mailto:a@x.vn')).toBeNull();
    expect(model.openDraft(server.outbox.create({ subject: 'x' }), 'window')).not.toBeNull();
  });
});

describe('answers', () => {
  it('CW-6 CW-9 CW-14 DR-2 a reply is filled in with its quote, and opening it creates nothing', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock, {
      settings: { enable_use_signature: true, signature: '<p>Lan Anh</p>' },
    });
    const id = model.openReply(received('m1'), 'reply', 'thread') as string;
    await clock.advance(5_000);
    expect(model.window(id)).toMatchObject({
      place: 'thread',
      threadId: 'thread-m1',
      answers: 'm1',
      action: 'reply',
      to: [{ email: 'binh@x.vn', name: 'Bình', valid: true, status: 'outside' }],
      subject: 'Re: Báo giá',
      subjectEditable: false,
      inReplyTo: '<m1@saomai.example>',
      references: ['<m1@saomai.example>'],
      quoted: true,
      quote: '<p>Nguyên văn của m1</p>',
      status: 'empty',
      unsaved: false,
    });
    await model.save(id);
    await model.close(id);
    expect(server.outbox.all()).toEqual([]);
    expect(model.windows()).toEqual([]);
  });

  it('saves that a message is important, and has it again with the draft', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openNew({ to: 'a@x.vn' }) as string;
    model.change(id, { body: '<p>Gấp</p>', important: true });
    await model.save(id);
    const draft = server.outbox.all()[0]?.message;
    expect(draft?.important).toBe(true);
    const again = await startCompose(server, clock);
    const reopened = again.model.openDraft(server.outbox.read(draft?.id ?? ''), 'window') as string;
    expect(again.model.window(reopened)?.important).toBe(true);
  });

  it('saves that a receipt is asked for, and has it again with the draft', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openNew({ to: 'a@x.vn' }) as string;
    model.change(id, { body: '<p>Báo giá</p>', receipt: true });
    await model.save(id);
    const draft = server.outbox.all()[0]?.message;
    expect(draft?.receipt).toBe('wanted');
    const again = await startCompose(server, clock);
    const reopened = again.model.openDraft(server.outbox.read(draft?.id ?? ''), 'window') as string;
    expect(again.model.window(reopened)?.receipt).toBe(true);
  });

  it('ST-9 begins with the signature of its sender, else with that of new mail or of answers', async () => {
    const { clock, server } = setUp();
    server.signatures = [
      { id: 's1', name: 'Ngắn', html: '<p>LA</p>' },
      { id: 's2', name: 'Bán hàng', html: '<p>Phòng Bán hàng</p>' },
    ];
    const sales = { name: 'Bán hàng', email: 'ban-hang@saomai.example' };
    server.senders.push({ ...sales, default: false, signature: 's2' });
    const { model } = await startCompose(server, clock, {
      settings: {
        ...{ enable_use_signature: true, signature: '<p>Lan Anh</p>', signature_for_answers: 's1' },
      },
    });
    const bodyOf = (id: string | null) => model.window(id ?? '')?.body;
    const block = (html: string) => `<p></p><div data-signature>${html}</div>`;
    expect(bodyOf(model.openNew())).toBe(block('<p>Lan Anh</p>'));
    const toMe = received('m1', {});
    expect(bodyOf(model.openReply(toMe, 'reply', 'window'))).toBe(block('<p>LA</p>'));
    const toSales = received('m2', { to: [sales] });
    const answer = model.openReply(toSales, 'forward', 'window') as string;
    expect(bodyOf(answer)).toBe(block('<p>Phòng Bán hàng</p>'));
    model.change(answer, { from: 'lan.anh@saomai.example' });
    expect(model.signatureFor(answer)).toBe('<p>LA</p>');
  });

  it('ST-9 begins with the signature, which is no content', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock, {
      settings: { enable_use_signature: true, signature: '<p>Lan Anh</p>' },
    });
    const id = model.openNew() as string;
    expect(model.window(id)?.body).toBe('<p></p><div data-signature><p>Lan Anh</p></div>');
    model.change(id, { body: '<p><br></p><div data-signature=""><p>Lan Anh, trưởng phòng</p></div>' });
    expect(model.hasUnsaved()).toBe(false);
    model.change(id, { body: '<p>Chào</p><div data-signature=""><p>Lan Anh</p></div>' });
    expect(model.hasUnsaved()).toBe(true);
  });

  it('CW-15 a forward takes the files along, and has no recipients', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const file = server.outbox.addFile({ name: 'báo giá.pdf', size: 100 });
    const image = server.outbox.addFile({ name: 'logo.png', size: 10 }, { inlineImage: true });
    const id = model.openReply(received('m1', { files: [file, image] }), 'forward', 'window') as string;
    expect(model.window(id)).toMatchObject({ to: [], cc: [], subject: 'Fwd: Báo giá', unsaved: false });
    expect(model.window(id)?.attachmentFiles.map(({ name }) => name)).toEqual(['báo giá.pdf']);
    model.addRecipients(id, 'to', 'a@x.vn');
    await model.save(id);
    expect(server.called('createDraft')[0]?.input.body).toMatchObject({
      answers: 'm1',
      action: 'forward',
      quoted: true,
      files: [file.id],
    });
  });

  it('DR-8 a reply opens the draft that answers the message already', async () => {
    const { clock, server } = setUp();
    const draft = server.outbox.create({ answers: 'm1', action: 'reply', body: '<p>dở dang</p>' });
    const { model } = await startCompose(server, clock, { messagesOf: () => [received('m1'), draft] });
    const id = model.openReply(received('m1'), 'reply_all', 'thread') as string;
    expect(model.window(id)).toMatchObject({ messageId: draft.id, body: '<p>dở dang</p>' });
    expect(model.openReply(received('m1'), 'reply', 'thread')).toBe(id);
    expect(model.openReply(received('m1'), 'forward', 'thread')).not.toBe(id);
  });

  it('DR-8 a reply opens the draft of another mail program, which answers the message by its header', async () => {
    const { clock, server } = setUp();
    const message = received('m1');
    const theirs = { in_reply_to: message.message_id_header, body: '<p>dở dang</p>' };
    const draft = { ...server.outbox.create({ subject: 'Re: Báo giá' }), ...theirs };
    const other = { ...server.outbox.create({ subject: 'Re: Báo giá' }), in_reply_to: '<khac@x.vn>' };
    const { model } = await startCompose(server, clock, { messagesOf: () => [message, other, draft] });
    const id = model.openReply(message, 'reply', 'thread') as string;
    expect(model.window(id)).toMatchObject({ messageId: draft.id, body: '<p>dở dang</p>' });
    expect(model.openReply(message, 'reply_all', 'thread')).toBe(id);
    const forward = model.openReply(message, 'forward', 'thread') as string;
    expect(model.window(forward)?.messageId).toBeNull();
  });

  it('a reply does not open the draft that was just sent or removed, whatever the mailbox still shows', async () => {
    const { clock, server } = setUp();
    const draft = server.outbox.create({
      ...{ answers: 'm1', action: 'reply', subject: 'x', body: '<p>x</p>' },
      to: [{ email: 'a@x.vn' }],
    });
    const { model } = await startCompose(server, clock, { messagesOf: () => [draft] });
    const first = model.openReply(received('m1'), 'reply', 'window') as string;
    await model.send(first, { type: 'send' }, []);
    const second = model.openReply(received('m1'), 'reply', 'window') as string;
    expect(model.window(second)?.messageId).toBeNull();
    await model.close(second);
    await model.undoSend(draft.id);
    expect(model.openReply(received('m1'), 'reply', 'thread')).toBe(first);
    await model.deleteDraft(first);
    const third = model.openReply(received('m1'), 'reply', 'window') as string;
    expect(model.window(third)?.messageId).toBeNull();
  });

  it('CW-7 gets its sender when the accounts come later', async () => {
    const { clock, server } = setUp();
    server.fate = (name) => (name === 'completeAddresses' ? 'unavailable' : 'fine');
    const message = received('m1', { to: [{ name: '', email: 'ban-hang@saomai.example' }] });
    const { model } = await startCompose(server, clock, { messagesOf: () => [message] });
    const id = model.openReply(message, 'reply', 'window') as string;
    expect(model.window(id)?.from).toBe('lan.anh@saomai.example');
    server.senders.push({
      ...{ name: 'Bán hàng', email: 'ban-hang@saomai.example', default: false },
      signature: null,
    });
    server.fate = () => 'fine';
    await clock.advance(2_000);
    expect(model.window(id)?.from).toBe('ban-hang@saomai.example');
    expect(model.senders().map(({ email }) => email)).toEqual([
      'lan.anh@saomai.example',
      'ban-hang@saomai.example',
    ]);
  });

  it('keeps the quote in the text when the original is gone by the time of the first save', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openReply(received('m1'), 'reply', 'window') as string;
    await clock.advance(10);
    const { ApiError } = await import('@bocau/contract/client.ts');
    server.refuseNext.set('createDraft', new ApiError(404, 'message_not_found', 'gone'));
    model.change(id, { body: '<p>Vâng</p>' });
    await model.save(id);
    expect(model.window(id)).toMatchObject({
      body: '<p>Vâng</p><p>Nguyên văn của m1</p>',
      bodyRevision: 1,
      quoted: false,
      unsaved: false,
    });
    expect(server.outbox.all()).toHaveLength(1);
  });
});

describe('recipients of a window', () => {
  it('RC-3 RC-6 RC-8 are asked about five at a time, and once', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openNew() as string;
    const seven = Array.from({ length: 7 }, (_, index) => `p${index}@x.vn`);
    model.addRecipients(id, 'to', [...seven, 'P1@X.vn', 'sai@'].join(', '));
    model.addRecipients(id, 'cc', 'p1@x.vn lan@saomai.example');
    await clock.advance(10);
    const window = model.window(id);
    expect(window?.to).toHaveLength(8);
    expect(window?.to.map(({ status }) => status)).toEqual([...seven.map(() => 'outside'), 'unknown']);
    expect(window?.cc.map(({ status }) => status)).toEqual(['outside', 'inside']);
    expect(server.called('checkAddresses').map(({ input }) => input.body.emails.length)).toEqual([5, 2, 1]);
  });

  it('CW-8 RC-10 move between fields, and turn back into text', async () => {
    const { clock, server } = setUp();
    const { model } = await startCompose(server, clock);
    const id = model.openNew({ to: 'Bình <b@x.vn>, c@x.vn' }) as string;
    expect(model.window(id)?.shown).toEqual({ cc: false, bcc: false });
    model.moveRecipient(id, 'to', 0, 'bcc');
    expect(model.window(id)).toMatchObject({ to: [{ email: 'c@x.vn' }], bcc: [{ name: 'Bình' }] });
    expect(model.window(id)?.shown).toEqual({ cc: false, bcc: true });
    expect(model.takeRecipientBack(id, 'bcc', 0)).toBe('Bình <b@x.vn>');
    model.removeRecipient(id, 'to', 0);
    expect(model.window(id)).toMatchObject({ to: [], bcc: [] });
  });
});

describe('after a reload', () => {
  it('brings windows back as they were, to the same person alone', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const tab = await startCompose(server, clock, { browser });
    const pinned = tab.model.openNew({ subject: 'một' }) as string;
    const reply = tab.model.openReply(received('m1'), 'reply', 'thread') as string;
    tab.model.setState(pinned, 'mini');
    tab.model.change(pinned, { body: '<p>dở dang</p>' });
    await clock.advance(1_000);
    const before = tab.model.windows();
    tab.crash();
    server.isUp = false;
    const other = await startCompose(server, clock, { browser, email: 'binh@saomai.example' });
    expect(other.model.windows()).toEqual([]);
    const again = await startCompose(server, clock, { browser });
    expect(again.model.windows().map((window) => ({ ...window, fault: null }))).toEqual(
      before.map((window) => ({
        ...window,
        fault: null,
        takesFocus: false,
        status: window.messageId ? 'saved' : window.status,
      })),
    );
    expect(again.model.window(reply)?.quote).toBe('<p>Nguyên văn của m1</p>');
  });

  it('a new message put aside empty does not come back; one that is open, or has words, does', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const tab = await startCompose(server, clock, { browser });
    const aside = tab.model.openNew() as string;
    const addressed = tab.model.openNew({ to: 'a@x.vn' }) as string;
    const open = tab.model.openNew() as string;
    tab.model.setState(aside, 'mini');
    tab.model.setState(addressed, 'mini');
    await clock.advance(1_000);
    tab.crash();
    const again = await startCompose(server, clock, { browser });
    expect(again.model.windows().map(({ id }) => id)).toEqual([addressed, open]);
    await clock.advance(1_000);
    expect(await browser.storage.keys('unsent lan.anh@saomai.example compose')).toHaveLength(2);
  });

  it('a second tab leaves the windows of the first alone, and has them when that one is gone', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const first = await startCompose(server, clock, { browser });
    const id = first.model.openNew() as string;
    first.model.change(id, { body: '<p>một</p>' });
    await clock.advance(1_000);
    const second = await startCompose(server, clock, { browser });
    expect(second.model.windows()).toEqual([]);
    await first.model.save(id);
    const [outgoing] = server.outbox.all();
    const same = second.model.openDraft(server.outbox.read(outgoing?.message.id ?? ''), 'window') as string;
    second.model.change(same, { body: '<p>hai</p>' });
    await second.model.save(same);
    first.model.change(id, { body: '<p>một và</p>' });
    await first.model.save(id);
    expect(first.model.window(id)?.conflict?.body).toBe('<p>hai</p>');
    expect(server.outbox.all()).toHaveLength(1);
    await clock.advance(1_000);
    first.crash();
    await clock.advance(60_000);
    expect(second.model.windows().map(({ body }) => body)).toEqual(['<p>hai</p>', '<p>một và</p>']);
  });

  it('leaves nothing of a message behind that was sent or removed', async () => {
    const { clock, server } = setUp();
    const browser = createFakeBrowser();
    const { model } = await startCompose(server, clock, { browser, settings: { enable_delay_send: false } });
    const sent = model.openNew({ to: 'a@x.vn', subject: 'x' }) as string;
    model.change(sent, { body: '<p>x</p>' });
    await model.send(sent, { type: 'send' }, []);
    const removed = model.openReply(received('m1'), 'reply', 'window') as string;
    model.change(removed, { body: '<p>y</p>' });
    await clock.advance(1_000);
    await model.deleteDraft(removed);
    await clock.advance(1_000);
    expect(await browser.storage.keys('unsent lan.anh@saomai.example compose')).toEqual([]);
  });
});
