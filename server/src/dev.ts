/** `npm run dev`: the server, restarted at each change, behind Vite's with hot module reload; docs/decisions/015. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { checkStart } from './config/check-start.ts';
import { readConfig } from './config/config.ts';
import { inheritedEnv, readEnv } from './config/env.ts';
import { EnvError } from './config/env-faults.ts';
import { StartError } from './config/start-error.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger } from './platform/logger.ts';
import { tryToListen } from './platform/try-to-listen.ts';
import { reachDatabase } from './prepare-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const WEB_PORT = '5173';
const USAGE = 'npm run dev -- [--inspect[=HOST:PORT]] [--web-port=PORT]';

async function main(args: string[]): Promise<void> {
  const { inspect, webPort } = readArgs(args);
  const config = readConfig(readEnv());
  await checkStart(config);
  const { host, port } = config.http;
  if ((await tryToListen({ host, port: Number(webPort) })) !== null) {
    throw new StartError(
      `--web-port=${webPort}: can not listen on ${host}:${webPort}. Stop what does, or give a free port.`,
    );
  }
  await using opened = new AsyncDisposableStack();
  // Held here, it outlives the server, which only joins it and leaves it again.
  await reachDatabase(config, systemClock, createLogger(config.logLevel), opened);
  const programFlags = JSON.parse(readFileSync(join(ROOT, 'server/node-flags.json'), 'utf8')) as string[];
  const watched = [...programFlags, '--watch', '--watch-preserve-output', ...inspect, 'server/src/main.ts'];
  const webUrl = `http://${host}:${webPort}`;
  const server = run(watched, ROOT, { PUBLIC_URL: webUrl });
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const viteArgs = ['--host', host, '--port', webPort, '--strictPort', '--clearScreen', 'false'];
  const web = run([vite, ...viteArgs], join(ROOT, 'web'), { DEV_SERVER: `http://${host}:${port}` });
  process.exitCode = await endOf([server, web]);
}

function readArgs(args: string[]): { inspect: string[]; webPort: string } {
  const inspect = args.filter((arg) => /^--inspect(-brk|-wait)?(=|$)/.test(arg));
  const ports = args.flatMap((arg) => /^--web-port=(\d+)$/.exec(arg)?.[1] ?? []);
  if (inspect.length + ports.length < args.length) throw new StartError(`It goes: ${USAGE}`);
  return { inspect, webPort: ports.at(-1) ?? WEB_PORT };
}

function run(args: string[], cwd: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: 'inherit', env: inheritedEnv(env) });
}

/** Resolves when all have ended. One that ends, or a signal, ends the others. */
async function endOf(children: ChildProcess[]): Promise<number> {
  let code: number | null = null;
  function stop(because: number): void {
    code ??= because;
    for (const child of children) child.kill('SIGTERM');
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(128 + constants.signals[signal]));
  }
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          child.once('exit', (ended) => {
            stop(ended ?? 1);
            resolve();
          });
        }),
    ),
  );
  return code ?? 1;
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error instanceof EnvError || error instanceof StartError ? error.message : error);
  process.exit(1);
});
