import { lanAnh } from '../demo-world/people.ts';
import { connectImap, type ImapClient } from './imap-client.ts';
import type { NewPerson } from './new-person.ts';
import type { TestServer } from './start-server.ts';

/** A mail program of a person, signed in. */
export async function signInImap(server: TestServer, person: NewPerson): Promise<ImapClient> {
  const client = await connectImap({ port: server.running.imapPort as number });
  await client.command(`LOGIN "${person.email}" "${lanAnh.password}"`);
  return client;
}

/** A message as a program brings it; `header` are further fields, each with its line end. */
export function rawMessage(subject: string, { header = '', body = 'Xin chào\r\n' } = {}): string {
  return [
    'From: Khach <khach@minhphat.example>',
    'To: an@saomai.example',
    `Subject: ${subject}`,
    ...(/^Date:/m.test(header) ? [] : ['Date: Fri, 20 Nov 2026 08:00:00 +0700']),
    ...(/^Message-ID:/m.test(header)
      ? []
      : [`Message-ID: <${subject.replaceAll(' ', '.')}@minhphat.example>`]),
    'Content-Type: text/plain; charset=utf-8',
    `${header}\r\n${body}`,
  ].join('\r\n');
}

/** Brings a message; answers its uid. */
export async function appendMessage(
  client: ImapClient,
  raw: Buffer | string,
  { folder = 'INBOX', flags = '', at = '' } = {},
): Promise<number> {
  const { result } = await client.commandWith(`APPEND ${folder} (${flags})${at && ` "${at}"`}`, raw);
  const uid = /APPENDUID \d+ (\d+)/.exec(result)?.[1];
  if (uid === undefined) throw new Error(`APPEND was answered ${result}`);
  return Number(uid);
}
