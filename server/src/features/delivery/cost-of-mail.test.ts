import { Readable } from 'node:stream';
import { authenticate } from 'mailauth';
import { beforeAll, expect, test } from 'vitest';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { searchVector } from '../../mail/search-index/search-vector.ts';
import { baseSubject } from '../../mail/threads/base-subject.ts';
import { cleanMailHtml } from '../../platform/mime/clean-mail-html.ts';
import { readDeliveryStatus } from '../../platform/mime/read-delivery-status.ts';
import { readHops } from '../../platform/mime/read-headers.ts';
import { readMail } from '../../platform/mime/read-mail.ts';
import { readFrontResults } from '../../platform/smtp/front-results.ts';
import { HeaderBlock } from '../../platform/smtp/header-block.ts';
import type { DnsRecords } from '../../platform/smtp/judge-protocol.ts';
import { JUDGED_HEADER } from '../../platform/smtp/judge-sender.ts';
import { stripClaims } from '../../platform/smtp/strip-claims.ts';
import { type GrowingMail, growingMails, signedFields } from '../../test-kit/hostile/growing-mail.ts';
import { growthOf, isTooSteep } from '../../test-kit/processor-cost.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';

/** A processing step, and the size of input it is measured with first; then with four times as much. */
type Step = {
  name: string;
  size: number;
  work: (raw: Buffer) => unknown;
  of: (mail: GrowingMail) => boolean;
};

const HEAD_BYTES = 256 * 1024;
/** A step that is this cheap at its largest input is harmless, however it grows. */
let harmless = 0;

beforeAll(async () => {
  const honest = (size: number) =>
    Buffer.from(
      `From: An <an@b.vn>\r\nSubject: Chao\r\n\r\n${'Chao anh, em gui bao cao.\r\n'.repeat(size / 27)}`,
    );
  const growth = await growthOf(honest, 128 * 1024, readAndIndex, () => true);
  harmless = growth.large * 2;
});

function readAndIndex(raw: Buffer): void {
  const { mail } = readMail(raw);
  messageFromParsed({ ...mail, attachments: [] }, 1_790_000_000, { blob: '' });
  baseSubject(mail.subject);
  searchVector({
    mailboxId: 1,
    receivedAt: 1_790_000_000,
    subject: mail.subject,
    from: mail.from,
    recipients: [...mail.to, ...mail.cc, ...mail.bcc],
    attachmentNames: [],
    text: mail.searchText,
  });
}

async function* pieces(raw: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += 65_536) yield raw.subarray(at, at + 65_536);
}

async function readHead(raw: Buffer): Promise<void> {
  await Array.fromAsync(stripClaims(pieces(raw), { authservIds: ['mx.example'], ownHeaders: ['x-bocau-*'] }));
  readFrontResults(raw.subarray(0, HEAD_BYTES), ['mx.example']);
  readHops(raw.subarray(0, HEAD_BYTES));
}

const signing = createSigningDomain('example.vn');

async function resolver(name: string): Promise<DnsRecords> {
  if (name === signing.keyName) return [signing.keyRecord];
  throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' });
}

/** As the judge's thread runs it, with the same input. */
async function judge(raw: Buffer): Promise<void> {
  const block = new HeaderBlock(JUDGED_HEADER);
  const given = Buffer.concat([block.take(raw), block.end()]);
  if (block.tooLong) return;
  await authenticate(Readable.from([given]), {
    ip: '192.0.2.1',
    helo: 'mx.example.vn',
    sender: 'an@example.vn',
    mta: 'mx.example',
    resolver: resolver as (name: string) => Promise<string[]>,
    strict: true,
    disableBimi: true,
  });
}

const KB = 1024;
const isOfFields = ({ part }: GrowingMail) => part === 'fields';
const STEPS: Step[] = [
  { name: 'reading fields', size: 256 * KB, work: readAndIndex, of: isOfFields },
  {
    name: 'reading and indexing bodies',
    size: 64 * KB,
    work: readAndIndex,
    of: (mail) => !isOfFields(mail),
  },
  { name: 'the trace', size: 256 * KB, work: readHead, of: isOfFields },
  {
    name: 'quoting',
    size: 32 * KB,
    work: (raw) => cleanMailHtml(raw.toString('latin1')),
    of: ({ part }) => part === 'html',
  },
  { name: 'reading a report', size: 64 * KB, work: readDeliveryStatus, of: ({ part }) => part !== 'html' },
  // Signatures are verified for header blocks up to 64 KB.
  {
    name: 'judging fields',
    size: 15 * KB,
    work: (raw) => judge(Buffer.concat([signedFields, raw])),
    of: isOfFields,
  },
  {
    name: 'judging a body',
    size: 128 * KB,
    work: (raw) => judge(Buffer.concat([signedFields, raw])),
    of: ({ part }) => part === 'text',
  },
];

test.each(STEPS)(
  '$name costs no more than in proportion to a message',
  async ({ size, work, of }) => {
    const steep: string[] = [];
    for (const mail of growingMails().filter(of)) {
      const growth = await growthOf(mail.make, size, work, (found) => isTooSteep(found, harmless));
      if (isTooSteep(growth, harmless))
        steep.push(`${mail.name}: ${growth.small} µs, then ${growth.large} µs`);
    }
    expect(steep).toEqual([]);
  },
  300_000,
);
