import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processorClock, shareOfThread } from '../../test-kit/processor-cost.ts';
import { BlobMissingError, type BlobStore } from '../blobs/blob-store.ts';
import { openBlobStore } from '../blobs/open-blob-store.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createMailParser, type MailParser, type MailParserOptions } from './parse-pool.ts';
import type { ParsedMail } from './parsed-mail.ts';

const misbehaving = new URL('./misbehaving-worker.test-child.ts', import.meta.url);

let dir: string;
let blobStoreUrl: string;
let blobs: BlobStore;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-parse-'));
  blobStoreUrl = `file:${dir}`;
  blobs = await openBlobStore(blobStoreUrl);
});

afterAll(async () => {
  await blobs.close();
  await rm(dir, { recursive: true, force: true });
});

async function withParser(options: Partial<MailParserOptions>, use: (parser: MailParser) => Promise<void>) {
  const parser = createMailParser({ blobStoreUrl, clock: processorClock, workers: 1, ...options });
  try {
    await use(parser);
  } finally {
    await parser.close();
  }
}

async function parse(parser: MailParser, source: string | Buffer): Promise<ParsedMail> {
  const { key, size } = await blobs.put(typeof source === 'string' ? Buffer.from(source) : source);
  return parser.parse(key, size);
}

/** A clock whose minutes pass whenever it is read repeatedly: an overrun without waiting for one. */
function hastyClock(): Clock {
  let now = 0;
  return {
    ...systemClock,
    now: () => {
      now += 1_000;
      return now;
    },
  };
}

it('reads a message, says where its attachments stand in it, and puts the others into the blob store', async () => {
  await withParser({}, async (parser) => {
    const mail = await parse(
      parser,
      'Subject: Chào\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nxem file\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxi\r\n--b\r\nContent-Type: text/csv; name=b.csv\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nc=2Cd\r\n--b--',
    );
    expect(mail).toMatchObject({ reading: 'full', subject: 'Chào', text: 'xem file' });
    const [held, apart] = mail.attachments;
    expect(held).toMatchObject({ name: 'a.csv', size: 3, place: { start: expect.any(Number), line: 4 } });
    expect(await blobs.stat(held?.blob ?? '')).toBeNull();
    expect(apart).toMatchObject({ name: 'b.csv', size: 3, place: null });
    expect((await blobs.read(apart?.blob ?? '')).toString()).toBe('c,d');
  });
});

it('gives back the memory of large messages once nothing is to be read, and goes on', async () => {
  const renewals: (() => void)[] = [];
  const clock: Clock = {
    ...processorClock,
    after: (_ms, run) => ({
      stop: () => void renewals.splice(renewals.indexOf(run), 1),
      at: renewals.push(run),
    }),
  };
  await withParser({ clock }, async (parser) => {
    expect((await parse(parser, 'Subject: nhỏ\r\n\r\nxin chào')).text).toBe('xin chào');
    expect(renewals).toHaveLength(0);
    const large = Buffer.alloc(5 * 1024 ** 2, 'xin\r\n');
    for (const _ of [1, 2, 3]) await parser.parse(large, large.length);
    expect(renewals).toHaveLength(1);
    const reading = parse(parser, 'Subject: giữa\r\n\r\nchào');
    renewals[0]?.();
    expect((await reading).text).toBe('chào');
    expect((await parse(parser, 'Subject: sau\r\n\r\nhẹn gặp')).text).toBe('hẹn gặp');
  });
});

it('reads simply what runs over its time, and its neighbours fully', async () => {
  const warnings: object[] = [];
  const log = { warn: (details: object) => void warnings.push(details) };
  await withParser(
    { workerFile: misbehaving, clock: hastyClock(), timeLimitMs: 20_000, log },
    async (parser) => {
      const [before, endless, after] = await Promise.all([
        parse(parser, 'Subject: before\r\n\r\nx'),
        parse(parser, 'Subject: endless loop\r\n\r\nChào bạn'),
        parse(parser, 'Subject: after\r\n\r\nx'),
      ]);
      expect(endless).toMatchObject({ reading: 'simple', subject: 'endless loop', text: 'Chào bạn' });
      expect([before.reading, after.reading]).toEqual(['full', 'full']);
      expect(warnings).toMatchObject([{ reason: 'over its time' }]);
    },
  );
});

it.each(['eat all memory', 'exit at once', 'throw outside'])(
  'reads simply what makes its worker %s, and its neighbours fully',
  async (deed) => {
    await withParser({ workerFile: misbehaving, memoryLimitMb: 48 }, async (parser) => {
      const mails = await Promise.all(
        ['one', 'two', deed, 'three', 'four'].map((subject) =>
          parse(parser, `Subject: ${subject}\r\n\r\nChào ${subject}`),
        ),
      );
      expect(mails.map((mail) => mail.reading)).toEqual(['full', 'full', 'simple', 'full', 'full']);
      expect(mails[2]).toMatchObject({ subject: deed, text: `Chào ${deed}` });
      expect((await parse(parser, 'Subject: next\r\n\r\nx')).reading).toBe('full');
    });
  },
);

it('gives the message at fault a simple reading when the reader throws', async () => {
  await withParser({ workerFile: misbehaving }, async (parser) => {
    const mail = await parse(
      parser,
      'Subject: throw inside\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/html\r\n\r\n<p>Chào</p>\r\n--b1--',
    );
    expect(mail).toMatchObject({ reading: 'simple', text: 'Chào', snippet: 'Chào' });
  });
});

it('rejects when the blob store fails, and goes on', async () => {
  await withParser({}, async (parser) => {
    await expect(parser.parse('0'.repeat(64), 100)).rejects.toBeInstanceOf(BlobMissingError);
    expect((await parse(parser, 'Subject: fine\r\n\r\nx')).subject).toBe('fine');
  });
});

it('finds a blob store that was out of reach at first', async () => {
  const late = join(dir, 'late');
  await writeFile(late, 'a file where the folder should be');
  await withParser({ blobStoreUrl: `file:${late}` }, async (parser) => {
    await expect(parser.parse('0'.repeat(64), 100)).rejects.toThrow();
    await rm(late);
    const store = await openBlobStore(`file:${late}`);
    const { key, size } = await store.put(Buffer.from('Subject: back\r\n\r\nx'));
    await store.close();
    expect((await parser.parse(key, size)).subject).toBe('back');
  });
});

it('rejects what is waiting when it is closed', async () => {
  const parser = createMailParser({ blobStoreUrl, clock: systemClock, workers: 1 });
  const { key, size } = await blobs.put(Buffer.from('Subject: x\r\n\r\nx'));
  const waiting = parser.parse(key, size);
  const outcome = expect(waiting).rejects.toThrow('closed');
  await parser.close();
  await outcome;
  await expect(parser.parse(key, size)).rejects.toThrow('closed');
});

it('cleans the HTML of a message, as much of it as a body has', async () => {
  await withParser({}, async (parser) => {
    expect(await parser.cleanHtml('<p onclick="x()">Chào<br>bạn</p>')).toEqual({
      html: '<p>Chào<br />bạn</p>',
      words: 'Chào bạn',
    });
    expect((await parser.cleanHtml('á'.repeat(1_200_000))).html).toBe('á'.repeat(1_000_000));
  });
});

it.each(['eat all memory', 'exit at once', 'throw outside', 'throw inside'])(
  'leaves the text of HTML that makes its worker %s, and cleans what comes next',
  async (deed) => {
    await withParser({ workerFile: misbehaving, memoryLimitMb: 48 }, async (parser) => {
      const [text, next] = await Promise.all([
        parser.cleanHtml(`<b>${deed}</b>`),
        parser.cleanHtml('<p>a</p>'),
      ]);
      expect(text).toEqual({ html: `<div style="white-space:pre-wrap">${deed}</div>`, words: deed });
      expect(next.html).toBe('cleaned <p>a</p>');
    });
  },
);

it('leaves the text of HTML that runs over its time', async () => {
  await withParser({ workerFile: misbehaving, clock: hastyClock(), timeLimitMs: 20_000 }, async (parser) => {
    const [text, mail] = await Promise.all([
      parser.cleanHtml('<i>endless loop</i>'),
      parse(parser, 'Subject: after\r\n\r\nx'),
    ]);
    expect(text.html).toBe('<div style="white-space:pre-wrap">endless loop</div>');
    expect(mail.reading).toBe('full');
  });
});

it('leaves the event loop free while a mail of 25 MB is read', async () => {
  const line = `${'A'.repeat(76)}\r\n`;
  const raw = Buffer.from(
    `Subject: big\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(320_000)}--b--`,
  );
  await withParser({}, async (parser) => {
    await parse(parser, 'Subject: warm up\r\n\r\nx');
    const { key, size } = await blobs.put(raw);
    const share = await shareOfThread(async () => {
      const mail = await parser.parse(key, size);
      expect(mail.attachments[0]?.size).toBeGreaterThan(18_000_000);
    }, 0.25);
    expect(share).toBeLessThan(0.25);
  });
});
