import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;
const TXT = 16;
const INTERNET = 1;
const LONGEST_STRING = 255;

/** A name server on loopback that knows some TXT records, and answers NXDOMAIN for everything else. */
export async function startDnsServer(
  texts: Record<string, string>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answer(query, texts), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answer(query: Buffer, texts: Record<string, string>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while ((query[at] ?? 0) > 0) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEADER_BYTES, at + 5);
  const known = query.readUInt16BE(at + 1) === TXT ? texts[labels.join('.').toLowerCase()] : undefined;
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  // An authoritative answer with recursion available: one question, and at most one record.
  header.writeUInt16BE(0x8580 | (known === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(known === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question, known === undefined ? Buffer.alloc(0) : textRecord(known)]);
}

function textRecord(text: string): Buffer {
  const strings: Buffer[] = [];
  for (let from = 0; from < text.length; from += LONGEST_STRING) {
    const piece = Buffer.from(text.slice(from, from + LONGEST_STRING), 'latin1');
    strings.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(HEADER_BYTES);
  // The name is a pointer to the question's.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(INTERNET, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
