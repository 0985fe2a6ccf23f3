import CFB from 'cfb';

type Values = Record<number, string | Buffer>;
type Numbers = Record<number, number>;
type Storage = { values: Values; numbers?: Numbers };

const UNICODE = 0x1f;
const BINARY = 0x102;

/** A message or template as Outlook saves it (MS-OXMSG): a compound file with a stream for each property. */
export function outlookFile(
  message: Storage,
  recipients: Storage[] = [],
  attachments: Storage[] = [],
): Buffer {
  const file = CFB.utils.cfb_new();
  addStorage(file, '', message, 32);
  for (const [place, one] of recipients.entries())
    addStorage(file, `__recip_version1.0_${numbered(place)}`, one, 8);
  for (const [place, one] of attachments.entries())
    addStorage(file, `__attach_version1.0_${numbered(place)}`, one, 8);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer);
}

function addStorage(
  file: CFB.CFB$Container,
  name: string,
  { values, numbers = {} }: Storage,
  head: number,
): void {
  const within = name === '' ? '' : `/${name}`;
  for (const [id, value] of Object.entries(values)) {
    const [type, bytes] =
      typeof value === 'string' ? [UNICODE, Buffer.from(value, 'utf16le')] : [BINARY, value];
    CFB.utils.cfb_add(file, `${within}/__substg1.0_${hex(Number(id))}${hex(type)}`, bytes);
  }
  const lines = Object.entries(numbers).map(([id, value]) => {
    const line = Buffer.alloc(16);
    line.writeUInt16LE(3, 0);
    line.writeUInt16LE(Number(id), 2);
    line.writeUInt32LE(value, 8);
    return line;
  });
  CFB.utils.cfb_add(file, `${within}/__properties_version1.0`, Buffer.concat([Buffer.alloc(head), ...lines]));
}

/** RTF as Outlook keeps it, in the form without compression (MS-OXRTFCP, 2.1.3.1). */
export function storedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  const head = Buffer.alloc(16);
  head.writeUInt32LE(bytes.length + 12, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([head, bytes]);
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, '0');
}

function numbered(place: number): string {
  return `#${place.toString(16).toUpperCase().padStart(8, '0')}`;
}
