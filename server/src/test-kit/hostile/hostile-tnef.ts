import { bytes, type HostileMail, mail, plainHead, seededBytes } from './hostile-parts.ts';

type Attribute = { id: number; level: 1 | 2; data: Buffer; claimedLength?: number };

/** A winmail.dat made of the given attributes. */
export function makeTnef(attributes: Attribute[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x223e9f78, 0);
  const pieces = attributes.map(({ id, level, data, claimedLength }) => {
    const start = Buffer.alloc(9);
    start[0] = level;
    start.writeUInt32LE(id, 1);
    start.writeUInt32LE(claimedLength ?? data.length, 5);
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0));
    return Buffer.concat([start, data, sum]);
  });
  return Buffer.concat([head, ...pieces]);
}

export function makeProperties(
  list: { id: number; type: number; value: Buffer }[],
  claimedCount = list.length,
): Buffer {
  const number = (value: number) => {
    const out = Buffer.alloc(4);
    out.writeUInt32LE(value >>> 0);
    return out;
  };
  return Buffer.concat([
    number(claimedCount),
    ...list.map(({ id, type, value }) =>
      Buffer.concat([
        number(id * 65_536 + type),
        number(1),
        number(value.length),
        value,
        Buffer.alloc((4 - (value.length % 4)) % 4),
      ]),
    ),
  ]);
}

const attachmentStart: Attribute = { id: 0x69002, level: 2, data: Buffer.alloc(14) };

/** An attachment with a short and a long name, as Outlook writes it. */
export function tnefAttachment(name: string, content: Buffer): Attribute[] {
  return [
    attachmentStart,
    { id: 0x18010, level: 2, data: Buffer.from('SHORT~1.PDF\0') },
    { id: 0x6800f, level: 2, data: content },
    {
      id: 0x69005,
      level: 2,
      data: makeProperties([{ id: 0x3707, type: 0x1f, value: Buffer.from(`${name}\0`, 'utf16le') }]),
    },
  ];
}

export const tnefMessageProperties = 0x69003;

function rtf(size: number, magic: number, body: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(body.length + 12, 0);
  head.writeUInt32LE(size >>> 0, 4);
  head.writeUInt32LE(magic, 8);
  return Buffer.concat([head, body]);
}

export function* tnefMails(): Generator<HostileMail> {
  const whole = makeTnef([
    {
      id: 0x69003,
      level: 1,
      data: makeProperties([{ id: 0x1000, type: 0x1f, value: Buffer.from('Chào anh\0', 'utf16le') }]),
    },
    ...tnefAttachment('hợp đồng.pdf', bytes('%PDF-1.4')),
  ]);
  const message = (data: Buffer) => makeTnef([{ id: 0x69003, level: 1, data }]);
  const files: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['signature only', whole.subarray(0, 4)],
    ['header only', whole.subarray(0, 6)],
    ['cut in an attribute', whole.subarray(0, 40)],
    ['cut in the attachment', whole.subarray(0, whole.length - 30)],
    ['random after the signature', Buffer.concat([whole.subarray(0, 6), seededBytes(11, 50_000)])],
    ['no signature', seededBytes(12, 10_000)],
    [
      'length of 4 GB',
      makeTnef([{ id: 0x69003, level: 1, data: Buffer.alloc(4), claimedLength: 0xffffffff }]),
    ],
    ['4 billion properties', message(makeProperties([], 0xffffffff))],
    ['property of 4 GB', message(Buffer.from('010000001e00001001000000ffffffff', 'hex'))],
    ['4 billion values', message(Buffer.from('010000001e100010ffffffff', 'hex'))],
    ['4 billion fixed values', message(Buffer.from('0100000003100010ffffffff00000000', 'hex'))],
    ['named property cut', message(Buffer.from('010000001e000080aabb', 'hex'))],
    ['unknown type', message(Buffer.from('01000000ff0f001001000000', 'hex'))],
    [
      '10,000 attachments',
      makeTnef(Array.from({ length: 10_000 }, (_, at) => tnefAttachment(`f${at}`, bytes(`${at}`))).flat()),
    ],
    [
      '100,000 empty attributes',
      makeTnef(
        Array.from({ length: 100_000 }, () => ({ id: 0x8fff, level: 1 as const, data: Buffer.alloc(0) })),
      ),
    ],
    [
      'RTF bomb',
      message(
        makeProperties([
          { id: 0x1009, type: 0x102, value: rtf(0xffffffff, 0x75465a4c, Buffer.alloc(500_000, 0xff)) },
        ]),
      ),
    ],
    [
      'RTF random',
      message(
        makeProperties([
          { id: 0x1009, type: 0x102, value: rtf(100_000, 0x75465a4c, seededBytes(13, 50_000)) },
        ]),
      ),
    ],
    [
      'RTF braces',
      message(
        makeProperties([
          { id: 0x1009, type: 0x102, value: rtf(500_000, 0x414c454d, Buffer.alloc(500_000, 123)) },
        ]),
      ),
    ],
    [
      'RTF backslashes',
      message(
        makeProperties([
          { id: 0x1009, type: 0x102, value: rtf(500_000, 0x414c454d, Buffer.alloc(500_000, 92)) },
        ]),
      ),
    ],
    ['attachment without a start', makeTnef(tnefAttachment('x', bytes('y')).slice(1))],
    [
      'embedded object',
      makeTnef([
        attachmentStart,
        {
          id: 0x69005,
          level: 2,
          data: makeProperties([{ id: 0x3701, type: 0x0d, value: seededBytes(14, 500) }]),
        },
      ]),
    ],
    ['whole', whole],
  ];
  for (const [name, content] of files) {
    yield mail(
      `TNEF: ${name}`,
      [
        ...plainHead,
        'Content-Type: application/ms-tnef; name=winmail.dat',
        'Content-Transfer-Encoding: base64',
      ],
      content.toString('base64'),
    );
  }
}
