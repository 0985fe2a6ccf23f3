import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { readingProblems } from '../../test-kit/hostile/reading-problems.ts';
import { hostileMails } from '../../test-kit/hostile-mail.ts';
import { readMail } from './read-mail.ts';
import { readSimply } from './simple-reading.ts';

describe('damaged at random', () => {
  const small = [...hostileMails()]
    .map(({ raw }) => raw)
    .filter((raw) => raw.length > 50 && raw.length < 10_000);

  it('3,000 messages are read within bounds, fully and simply', () => {
    const next = seededNumbers(42);
    for (let round = 0; round < 3_000; round += 1) {
      const raw = damage(
        small[next() % small.length] ?? Buffer.alloc(0),
        small[next() % small.length] ?? Buffer.alloc(0),
        next,
      );
      const { mail, files } = readMail(raw);
      const attachments = files.map(({ bytes: _, ...file }) => ({ ...file, blob: '' }));
      expect(readingProblems({ ...mail, attachments }), `round ${round}`).toEqual([]);
      expect(readingProblems(readSimply(raw, raw.length)), `simply, round ${round}`).toEqual([]);
    }
  });

  it('every malformed message of our own making has a simple reading too', () => {
    for (const { name, raw } of hostileMails()) {
      expect(readingProblems(readSimply(raw.subarray(0, 262_144), raw.length)), name).toEqual([]);
    }
  });
});

function damage(raw: Buffer, other: Buffer, next: () => number): Buffer {
  let damaged = Buffer.from(raw);
  for (let change = next() % 12; change >= 0; change -= 1) {
    const at = next() % Math.max(1, damaged.length);
    const kind = next() % 4;
    if (kind < 2) damaged[at] = next() >>> 24;
    else if (kind === 2)
      damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + (next() % 200))]);
    else {
      const from = next() % other.length;
      damaged = Buffer.concat([
        damaged.subarray(0, at),
        other.subarray(from, from + 300),
        damaged.subarray(at),
      ]);
    }
  }
  return damaged;
}

describe('composed by another hand', () => {
  const words = [
    'Kính gửi',
    'hợp đồng',
    'báo cáo',
    'tháng 11',
    'Nguyễn',
    'quý khách',
    'đính kèm',
    '"giá"',
    'a,b',
    '😀',
    'plain',
    '你好',
  ];

  it('200 messages say what was put into them', async () => {
    const next = seededNumbers(7);
    const pick = (count: number) =>
      Array.from({ length: count }, () => words[next() % words.length] ?? '').join(' ');
    for (let round = 0; round < 200; round += 1) {
      const content = {
        subject: pick(1 + (next() % 12)),
        from: { name: pick(3), address: `an${round}@example.vn` },
        to: Array.from({ length: 1 + (next() % 4) }, (_, at) => ({
          name: pick(2),
          address: `to${at}@example.vn`,
        })),
        text: `${pick(30)}\n${pick(20)}`,
        html: `<p>${pick(20)}</p>`,
        attachments: Array.from({ length: next() % 3 }, (_, at) => ({
          filename: `${pick(4).replaceAll('"', '')} ${at}.pdf`,
          content: Buffer.from(pick(50)),
        })),
        textEncoding: next() % 2 === 0 ? ('base64' as const) : ('quoted-printable' as const),
      };
      const raw = await new MailComposer(content).compile().build();
      const { mail, files } = readMail(raw);
      expect(mail.subject, `round ${round}`).toBe(content.subject);
      expect(mail.from).toEqual({ name: content.from.name, email: content.from.address });
      expect(mail.to).toEqual(content.to.map(({ name, address }) => ({ name, email: address })));
      expect(mail.text?.trimEnd()).toBe(content.text);
      expect(mail.html?.trimEnd()).toBe(content.html);
      expect(files.map((file) => [file.name, file.bytes.toString()])).toEqual(
        content.attachments.map(({ filename, content: bytes }) => [filename, bytes.toString()]),
      );
    }
  });
});
