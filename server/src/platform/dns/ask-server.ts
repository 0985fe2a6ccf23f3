import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { type DecodedPacket, decode, encode, type Packet, RECURSION_DESIRED, streamEncode } from 'dns-packet';
import type { DnsServer } from './name-servers.ts';

export type DnsQuestion = { name: string; type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'PTR' | 'SRV' | 'TXT' };

/** Passes every network unfragmented; longer answers come over TCP. */
const UDP_BYTES = 1232;
const TCP_LENGTH_BYTES = 2;

/**
 * Sends one query to one server. Every query uses its own socket, so a random port and id, and an answer
 * counts only when server, id and question match; spoofed answers are ignored.
 */
export async function askServer(
  server: DnsServer,
  question: DnsQuestion,
  signal: AbortSignal,
): Promise<DecodedPacket> {
  const id = randomInt(0x10000);
  const query: Packet = {
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  };
  const belongs = (packet: DecodedPacket) => packet.id === id && isAnswerTo(packet, question);
  const short = await askByUdp(server, encode(query), belongs, signal);
  return short.flag_tc ? askByTcp(server, streamEncode(query), belongs, signal) : short;
}

type Belongs = (packet: DecodedPacket) => boolean;

function askByUdp(server: DnsServer, query: Uint8Array, belongs: Belongs, signal: AbortSignal) {
  return new Promise<DecodedPacket>((resolve, reject) => {
    const socket = createSocket(server.address.includes(':') ? 'udp6' : 'udp4');
    const stop = () => end(() => reject(signal.reason));
    function end(settle: () => void): void {
      signal.removeEventListener('abort', stop);
      socket.removeAllListeners('message').close();
      settle();
    }
    socket.once('error', (error) => end(() => reject(error)));
    socket.on('message', (bytes) => {
      const packet = readPacket(bytes);
      if (packet && belongs(packet)) end(() => resolve(packet));
    });
    signal.addEventListener('abort', stop);
    // Connected: the kernel delivers only this server's packets, and reports when its port is closed.
    socket.connect(server.port, server.address, () => {
      if (!signal.aborted) socket.send(query);
    });
  });
}

function askByTcp(server: DnsServer, query: Uint8Array, belongs: Belongs, signal: AbortSignal) {
  return new Promise<DecodedPacket>((resolve, reject) => {
    const socket = connect({ host: server.address, port: server.port, signal });
    let received: Buffer = Buffer.alloc(0);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the name server hung up')));
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < TCP_LENGTH_BYTES) return;
      const end = TCP_LENGTH_BYTES + received.readUInt16BE(0);
      if (received.length < end) return;
      const packet = readPacket(received.subarray(TCP_LENGTH_BYTES, end));
      if (packet && belongs(packet)) resolve(packet);
      socket.destroy();
    });
    socket.end(query);
  });
}

/** Null when it is not a valid DNS message. */
function readPacket(bytes: Buffer): DecodedPacket | null {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

function isAnswerTo(packet: DecodedPacket, { name, type }: DnsQuestion): boolean {
  const [asked, ...more] = packet.questions ?? [];
  return (
    packet.type === 'response' &&
    more.length === 0 &&
    asked?.type === type &&
    asked.name.toLowerCase() === name.toLowerCase()
  );
}
