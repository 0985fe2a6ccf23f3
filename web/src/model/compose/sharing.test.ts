import { ApiError } from '@bocau/contract/client.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import type { ComposeModel, Sharing } from './compose-model.ts';
import { leadDriveLinks, linkedDriveFiles } from './drive-links.ts';
import { createFakeCompose, startCompose } from './test-kit/start-compose.ts';

const NOW = { type: 'send' } as const;
const SHARING: Sharing = { ids: ['e1'], permission: 'READ', password: 'abcd-efgh', expireDate: 99 };

const card = (id: string, href = `https://thu.example/drive?file=${id}`) =>
  `<p data-drive-file="${id}" style="margin:0"><a href="${href}" target="_blank">tệp ${id}</a><br><span>1 KB</span></p>`;

async function setUp() {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  return { clock, server, ...(await startCompose(server, clock, { settings: { notice_spam: true } })) };
}

function write(model: ComposeModel, body: string): string {
  const id = model.openNew({ to: 'binh@x.vn', cc: 'lan@saomai.example', subject: 'Chào' }) as string;
  model.change(id, { body });
  return id;
}

describe('links to files of the drive', () => {
  it('are found once each, and led elsewhere one by one', () => {
    const body = `<p>Xem</p>${card('e1')}${card('e2')}${card('e1')}<p><a href="https://x.vn">x</a></p>`;
    expect(linkedDriveFiles(body)).toEqual(['e1', 'e2']);
    const led = leadDriveLinks(body, new Map([['e1', 'https://thu.example/s/a&b']]));
    expect(led).toBe(
      `<p>Xem</p>${card('e1', 'https://thu.example/s/a&amp;b')}${card('e2')}${card('e1', 'https://thu.example/s/a&amp;b')}<p><a href="https://x.vn">x</a></p>`,
    );
  });

  it('SD-1 SH-1 SH-8 are shared when it was said how, and the ids of the shares go with the send', async () => {
    const { model, server } = await setUp();
    const id = write(model, `<p>Gửi anh</p>${card('e1')}${card('e2')}`);
    expect(await model.send(id, NOW, [])).toEqual({ kind: 'links', ids: ['e1', 'e2'] });
    expect(server.called('getSpamInfo')).toHaveLength(1);
    expect(server.called('sendMail')).toHaveLength(0);
    expect(server.called('createShares')).toHaveLength(0);

    const outcome = await model.send(id, NOW, ['spam'], SHARING);
    expect(outcome.kind).toBe('done');
    expect(server.called('getSpamInfo')).toHaveLength(1);
    const [shared] = server.called('createShares');
    expect(shared?.input.body).toEqual({
      ids: ['e1'],
      share_withs: ['binh@x.vn', 'lan@saomai.example'],
      permission: 'READ',
      password: 'abcd-efgh',
      expire_date: 99,
      pending: true,
    });
    const [sent] = server.called('sendMail');
    expect(sent?.input.body.share_ids).toEqual(['share-1']);
    const kept = server.called('saveDraft').at(-1)?.input.body.body as string;
    expect(kept).toContain(card('e1', 'https://thu.example/s/abc1'));
    // A file of another person: its link stays as it was.
    expect(kept).toContain(card('e2'));
    expect(JSON.stringify([kept, sent])).not.toContain('abcd-efgh');
  });

  it('SH-6 a share that fails sends nothing and keeps the message', async () => {
    const { model, server } = await setUp();
    const id = write(model, card('e1'));
    server.refuseNext.set('createShares', new ApiError(403, 'file_not_owned', 'of others'));
    const outcome = await model.send(id, NOW, ['spam'], SHARING);
    expect(outcome).toMatchObject({ kind: 'unshared', error: { code: 'file_not_owned' } });
    expect(server.called('sendMail')).toHaveLength(0);
    expect(model.window(id)).toMatchObject({ body: card('e1'), unsaved: false });
  });

  it('SH-8 shares of a message that is refused end', async () => {
    const { model, server } = await setUp();
    const id = write(model, card('e1'));
    server.refuseNext.set('sendMail', new ApiError(403, 'sending_disabled', 'not now'));
    expect((await model.send(id, NOW, ['spam'], SHARING)).kind).toBe('failed');
    expect(server.called('revokeShare').map(({ input }) => input.params.id)).toEqual(['share-1']);
  });

  it('SD-12 SH-8 an undone message is shared anew when it is sent again, and leads to that share alone', async () => {
    const { model, server } = await setUp();
    const id = write(model, card('e1'));
    const first = await model.send(id, NOW, ['spam'], SHARING);
    if (first.kind !== 'done') throw new Error('it was not sent');
    await model.undoSend(first.sent.messageId);
    expect(await model.send(id, NOW, ['spam'])).toEqual({ kind: 'links', ids: ['e1'] });
    expect((await model.send(id, NOW, ['spam'], SHARING)).kind).toBe('done');
    // The server ends shares that the message no longer carries.
    const shares = server.called('sendMail').map(({ input }) => input.body.share_ids);
    expect(shares).toEqual([['share-1'], ['share-2']]);
    const kept = server.called('saveDraft').at(-1)?.input.body.body as string;
    expect(kept).toContain(card('e1', 'https://thu.example/s/abc2'));
    expect(kept).not.toContain('s/abc1');
  });

  it('SH-5 links in the original that is answered or forwarded stay as they are, also where it was edited', async () => {
    const { model, server } = await setUp();
    const theirs = card('e9', 'https://thu.example/s/cua-ho');
    const id = write(model, `<p>Xem bên dưới</p><blockquote>${theirs}</blockquote>${card('e1')}`);
    expect(await model.send(id, NOW, ['spam'])).toEqual({ kind: 'links', ids: ['e9', 'e1'] });
    // Only the sender's own files are shared.
    expect((await model.send(id, NOW, ['spam'], SHARING)).kind).toBe('done');
    expect(server.called('createShares')[0]?.input.body.ids).toEqual(['e1']);
    expect(server.called('saveDraft').at(-1)?.input.body.body).toContain(theirs);

    const from = { name: 'Minh', email: 'minh@saomai.example' };
    const original = { ...server.outbox.create({ subject: 'Báo giá', body: theirs }), draft: null, from };
    const forward = model.openReply(original, 'forward', 'window') as string;
    model.addRecipients(forward, 'to', 'binh@x.vn');
    expect((await model.send(forward, NOW, ['spam', 'empty_body', 'empty_subject'])).kind).toBe('done');
    expect(server.called('createShares')).toHaveLength(1);
  });
});
