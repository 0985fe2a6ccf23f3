import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Words in a file that make this scanner report a virus, or fail to scan it. */
export const BAD_WORDS = { virus: 'co-ma-doc', unscannable: 'khong-quet-duoc' } as const;

/** Implements clamd's INSTREAM command. */
export async function startScanner(): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk]);
      if (!got.subarray(-4).equals(Buffer.alloc(4))) return;
      if (got.includes(BAD_WORDS.virus)) socket.end('stream: Win.Test.EICAR_HDB-1 FOUND\0');
      else if (got.includes(BAD_WORDS.unscannable)) socket.end('INSTREAM size limit exceeded. ERROR\0');
      else socket.end('stream: OK\0');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
