import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { shiftDate } from '@bocau/server/test-kit/shifted-time/shift-date.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import { expect } from '@playwright/test';

type Locator =
  | { type: 'accessibility'; value: { role: string; name: string } }
  | { type: 'css' | 'xpath'; value: string };
type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string };
type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };
type Send = <Result>(method: string, params: object) => Promise<Result>;

/**
 * Drives a distribution's Firefox over WebDriver BiDi, which it supports natively, as far as a smoke test
 * needs it. Playwright also speaks BiDi, but requires commands that ESR releases lack.
 */
export async function openFirefox(executable: string) {
  const profile = await mkdtemp(join(tmpdir(), 'bocau-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  // Firefox refuses to start with a home directory owned by another user.
  const env = { HOME: profile };
  const browser = spawn(executable, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = await connect(`${await addressOf(browser)}/session`);
  const send = commandsOver(socket);
  await send('session.new', { capabilities: {} });
  await send('script.addPreloadScript', { functionDeclaration: `() => (${shiftDate})(${timeShift()})` });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;

  async function find(locator: Locator): Promise<object | null> {
    const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
      context,
      locator,
      maxNodeCount: 1,
    });
    return nodes[0] ? { sharedId: nodes[0].sharedId } : null;
  }

  async function click(locator: Locator): Promise<void> {
    let element: object | null = null;
    await expect.poll(async () => (element = await find(locator))).not.toBeNull();
    await send('input.performActions', {
      context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }

  return {
    goTo: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    press: (name: string) => click({ type: 'accessibility', value: { role: 'button', name } }),
    clickField: (selector: string) => click({ type: 'css', value: selector }),
    follow: (words: string) => click({ type: 'xpath', value: `//a[contains(., "${words}")]` }),

    async type(text: string): Promise<void> {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },

    /** Runs a function in the page and returns its result, passed as JSON. */
    async ask<Result>(inPage: () => Result): Promise<Result> {
      const evaluated = await send<Evaluated>('script.callFunction', {
        functionDeclaration: `() => JSON.stringify((${inPage})())`,
        target: { context },
        awaitPromise: true,
      });
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
      return JSON.parse(evaluated.result.value);
    },

    async close(): Promise<void> {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      socket.close();
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Key codes as defined by WebDriver. */
export const TAB = '\uE004';
export const ENTER = '\uE007';

async function addressOf(browser: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: browser.stderr as NodeJS.ReadableStream })) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
    said.push(line);
  }
  throw new Error(`Firefox does not start: ${said.join('\n')}`);
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  return socket;
}

function commandsOver(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: Answer) => void>();
  let sent = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return async <Result>(method: string, params: object) => {
    sent += 1;
    const id = sent;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`);
    return answer.result as Result;
  };
}
