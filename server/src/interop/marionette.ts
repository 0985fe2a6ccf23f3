import { once } from 'node:events';
import { connect } from 'node:net';

/** A program of Mozilla's, driven by its own protocol of remote control: numbered commands, each answered. */
export type Marionette = {
  /**
   * Runs the body of an async function in the program's own window, with all of its rights. What it returns must be JSON;
   * what it throws is thrown here.
   */
  run<T>(body: string, ...given: unknown[]): Promise<T>;
  close(): void;
};

type Answer = [type: number, id: number, error: { message: string } | null, result: unknown];
type Outcome = { done: unknown } | { failed: string };

const SCRIPT_MS = 60_000;

export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect({ host: '127.0.0.1', port });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let commands = 0;
  socket.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      // "25:[1,7,null,{…}]": the length in bytes, and so much JSON. The greeting is an object.
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(start, end).toString());
      received = received.subarray(end);
      if (Array.isArray(message)) settle(message as Answer);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The program has ended'));
  });

  function settle([, id, error, result]: Answer): void {
    const command = waiting.get(id);
    waiting.delete(id);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result);
  }

  function command(name: string, parameters: object): Promise<unknown> {
    commands += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(commands, answer);
    const message = JSON.stringify([0, commands, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  }

  await once(socket, 'connect');
  await command('WebDriver:NewSession', {});
  await command('WebDriver:SetTimeouts', { script: SCRIPT_MS });
  await command('Marionette:SetContext', { value: 'chrome' });
  return {
    async run<T>(body: string, ...given: unknown[]) {
      const script = `
        const [given, answer] = arguments;
        (async () => {${body}})().then(
          (done) => answer({ done }),
          (error) => answer({ failed: String(error) + '\\n' + (error?.stack ?? '') }),
        );`;
      const { value } = (await command('WebDriver:ExecuteAsyncScript', { script, args: [given] })) as {
        value: Outcome;
      };
      if ('failed' in value) throw new Error(value.failed);
      return value.done as T;
    },
    close: () => void socket.destroy(),
  };
}
