import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
  lanAnh = await server.signIn('lan.anh@saomai.example');
});
afterAll(() => server.close());

function smtp() {
  return connectMail({ host: '127.0.0.1', port: server.running.smtpPort as number, protocol: 'smtp' });
}

function lmtp() {
  return connectMail({ host: '127.0.0.1', port: server.running.lmtpPort as number, protocol: 'lmtp' });
}

let counter = 0;
function raw(headers: Record<string, string>, body = 'Chào chị,\r\n\r\nEm gửi báo giá.\r\n'): Buffer {
  counter += 1;
  const all = {
    From: 'Khách hàng <khach@minhphat.example>',
    To: 'lan.anh@saomai.example',
    Subject: `Thư số ${counter}`,
    Date: 'Fri, 20 Nov 2026 08:00:00 +0700',
    'Message-ID': `<${counter}@minhphat.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${lines.join('')}\r\n${body}`);
}

async function inbox() {
  return (await lanAnh.listThreads({ query: { in: 'INBOX' } })).data;
}

describe('mail that comes in', () => {
  test('by SMTP is answered 250 and lies in the inbox, its source with our trace', async () => {
    const client = await smtp();
    const answer = await client.send({
      from: 'khach@minhphat.example',
      to: ['lan.anh@saomai.example'],
      raw: raw({ Subject: '=?utf-8?q?H=E1=BB=A3p_=C4=91=E1=BB=93ng?=' }),
    });
    await client.end();
    expect(answer.message[0]).toMatchObject({ code: 250 });
    const [thread] = await inbox();
    expect(thread).toMatchObject({ subject: 'Hợp đồng', unread: true, from: { name: 'Khách hàng' } });
    const source = await fetch(`${server.baseUrl}/api/v2/messages/${thread?.message_ids[0]}?type=raw`, {
      headers: { 'x-auth-token': lanAnh.token },
    });
    expect(await source.text()).toMatch(/^Return-Path: <khach@minhphat\.example>\r\nReceived: from /);
  });

  test('for another domain is refused: nothing is relayed', async () => {
    const client = await smtp();
    const answer = await client.send({ from: 'a@x.example', to: ['b@elsewhere.example'], raw: raw({}) });
    await client.end();
    expect(answer.recipients[0]).toMatchObject({ code: 550 });
  });

  test('for the postmaster is accepted for every domain of ours, and for no other', async () => {
    const domain = { name: 'chinhanh.example', verified: true, created_at: 0 };
    await server.context.db.insertInto('domains').values(domain).execute();
    const client = await smtp();
    const answer = await client.send({
      from: 'a@x.example',
      to: [
        'Postmaster@saomai.example',
        'postmaster@chinhanh.example',
        'postmaster',
        'abuse@saomai.example',
        'abuse@chinhanh.example',
        'postmaster@elsewhere.example',
      ],
      raw: raw({ Subject: 'Gửi người quản trị' }),
    });
    await client.end();
    expect(answer.recipients.map(({ code }) => code)).toEqual([250, 250, 250, 250, 550, 550]);
    expect((await inbox()).filter(({ subject }) => subject === 'Gửi người quản trị')).toHaveLength(1);
  });

  test('by LMTP is answered for each recipient', async () => {
    const client = await lmtp();
    const answer = await client.send({
      from: 'khach@minhphat.example',
      to: ['lan.anh@saomai.example', 'nobody@saomai.example', 'ketoan@saomai.example'],
      raw: raw({}),
    });
    await client.end();
    expect(answer.recipients.map((reply) => reply.code)).toEqual([250, 550, 250]);
    expect(answer.message.map((reply) => reply.code)).toEqual([250, 250]);
  });

  test('twice with the same bytes is filed once', async () => {
    const message = raw({ Subject: 'Gui hai lan' });
    for (const connect of [lmtp, lmtp, smtp]) {
      const client = await connect();
      const { message: answer } = await client.send({
        from: '',
        to: ['lan.anh@saomai.example'],
        raw: message,
      });
      expect(answer[0]).toMatchObject({ code: 250 });
      await client.end();
    }
    expect((await inbox()).filter((thread) => thread.subject === 'Gui hai lan')).toHaveLength(1);
  });

  test('DM-4 is marked when it claims a local domain that it can not prove', async () => {
    const client = await smtp();
    await client.send({
      from: 'minh.tran@saomai.example',
      to: ['lan.anh@saomai.example'],
      raw: raw({ From: 'Trần Quốc Minh <minh.tran@saomai.example>', Subject: 'Chuyen tien gap' }),
    });
    await client.send({
      from: 'x@minhphat.example',
      to: ['lan.anh@saomai.example'],
      raw: raw({ Subject: '**SPOOF** tu viet' }),
    });
    await client.end();
    const threads = await inbox();
    expect(threads.find((thread) => thread.subject === '**SPOOF** Chuyen tien gap')?.spoofed).toBe(true);
    expect(threads.find((thread) => thread.subject === 'tu viet')?.spoofed).toBe(false);
  });

  test('that went through this mailbox before is refused as a loop', async () => {
    const client = await smtp();
    const { message } = await client.send({
      from: 'x@minhphat.example',
      to: ['lan.anh@saomai.example'],
      raw: raw({ 'Delivered-To': 'lan.anh@saomai.example' }),
    });
    await client.end();
    expect(message[0]).toMatchObject({ code: 554 });
  });

  test('LM-2 beyond the quota is put off as mailbox full', async () => {
    const { db } = server.context;
    await db
      .updateTable('mailboxes')
      .set({ quota_mb: 1 })
      .where('email', '=', 'dung.le@saomai.example')
      .execute();
    const client = await lmtp();
    const big = raw({}, 'x'.repeat(70).concat('\r\n').repeat(10_000));
    const first = await client.send({ from: '', to: ['dung.le@saomai.example'], raw: big });
    const second = await client.send({
      from: '',
      to: ['dung.le@saomai.example'],
      raw: Buffer.concat([big, Buffer.from('y\r\n')]),
    });
    await client.end();
    expect(first.message[0]).toMatchObject({ code: 250 });
    expect(second.message[0]).toMatchObject({ code: 452 });
  });
});
