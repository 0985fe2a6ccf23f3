import { createServer } from 'node:net';

export type Address = { host: string; port: number };

/** Listens briefly; returns why that is not possible (EADDRINUSE, EACCES …), or null. */
export function tryToListen({ host, port }: Address): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
