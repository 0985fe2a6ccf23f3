import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  type Question,
  streamEncode,
} from 'dns-packet';
import { freePort } from './free-port.ts';

export type NameServer = {
  port: number;
  /** Queries as `TXT name`, in the order of arrival. */
  asked: string[];
  close(): Promise<void>;
};

/** The answer to a query; `null`: none at all. */
export type Said = {
  answers?: Answer[];
  authorities?: Answer[];
  rcode?: number;
  truncated?: boolean;
  id?: number;
} | null;

const RCODE_AND_TRUNCATED = { nxdomain: 3, truncated: 1 << 9 };
export const NXDOMAIN = RCODE_AND_TRUNCATED.nxdomain;

/** A name server on loopback, over UDP and TCP on the same port. */
export async function startNameServer(
  say: (question: Question, by: 'udp' | 'tcp') => Said | Said[] | Promise<Said>,
): Promise<NameServer> {
  const asked: string[] = [];

  async function answersTo(query: Packet, by: 'udp' | 'tcp'): Promise<Packet[]> {
    const question = query.questions?.[0];
    if (!question) return [];
    if (by === 'udp') asked.push(`${question.type} ${question.name}`);
    const said = await say(question, by);
    return (Array.isArray(said) ? said : [said])
      .filter((one) => one !== null)
      .map((one) => ({
        type: 'response',
        id: one.id ?? query.id ?? 0,
        flags: AUTHORITATIVE_ANSWER | (one.rcode ?? 0) | (one.truncated ? RCODE_AND_TRUNCATED.truncated : 0),
        questions: [question],
        answers: one.answers ?? [],
        authorities: one.authorities ?? [],
      }));
  }

  const udp = createSocket('udp4');
  udp.on('message', async (bytes, from) => {
    for (const packet of await answersTo(decode(bytes), 'udp'))
      udp.send(encode(packet), from.port, from.address);
  });
  const port = await freePort();
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', async (bytes) => {
      for (const packet of await answersTo(decode(bytes.subarray(2)), 'tcp'))
        socket.end(streamEncode(packet));
    });
  });
  tcp.listen(port, '127.0.0.1');
  await once(tcp, 'listening');
  return {
    port,
    asked,
    async close() {
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}
