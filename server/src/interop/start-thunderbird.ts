import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Thunderbird } from './debian-programs.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { waitFor } from './run-daemon.ts';

export type RunningThunderbird = Marionette & { stop(): Promise<void> };

type Setting = string | number | boolean;

/** With a profile of its own in this folder; every name that it looks up is this machine, and http is this port. */
export async function startThunderbird(
  { command, env }: Thunderbird,
  { folder, httpPort }: { folder: string; httpPort: number },
): Promise<RunningThunderbird> {
  const settings: Record<string, Setting> = {
    'marionette.port': 0,
    'network.dns.forceResolve': '127.0.0.1',
    'network.socket.forcePort': `80=${httpPort}`,
    // It asks the provider alone, not a collection of Mozilla's, and nothing of where it comes from.
    'mailnews.auto_config_url': '',
    'mailnews.mx_service_url': '',
    'mailnews.auto_config.fetchFromExchange.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.donation.eoy.version.viewed': 999,
    'mailnews.start_page.enabled': false,
    // A send that asks back would wait for an answer for ever.
    'mail.compose.attachment_reminder': false,
    'mail.warn_on_send_accel_key': false,
    'mail.SpellCheckBeforeSend': false,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(folder, 'user.js'), lines.join(''));
  const [program = '', ...args] = command;
  const options = ['--marionette', '--remote-allow-system-access', '--no-remote', '--profile', folder];
  const child = spawn(program, [...args, ...options], { env: { ...env, HOME: folder } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-20_000);
    });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    const port = await waitFor(
      () =>
        readFile(join(folder, 'MarionetteActivePort'), 'utf8').then(
          (port) => Number(port) || null,
          () => null,
        ),
      () => said,
    );
    const marionette = await connectMarionette(port);
    return {
      ...marionette,
      async stop() {
        marionette.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
