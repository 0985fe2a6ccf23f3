import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { Thunderbird } from './debian-programs.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { runDaemon } from './run-daemon.ts';

export type RunningThunderbird = Marionette & { stop(): Promise<void> };

type Setting = string | number | boolean;

/** With a profile of its own in this folder; every name that it looks up is this machine, and http is this port. */
export async function startThunderbird(
  { command, env }: Thunderbird,
  { folder, httpPort }: { folder: string; httpPort: number },
): Promise<RunningThunderbird> {
  const port = await freePort();
  const settings: Record<string, Setting> = {
    'marionette.port': port,
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
  const options = ['--marionette', '--remote-allow-system-access', '--no-remote', '--profile', folder];
  const daemon = await runDaemon([...command, ...options], { ...env, HOME: folder }, port, 'SIGKILL');
  const marionette = await connectMarionette(port);
  return {
    ...marionette,
    async stop() {
      marionette.close();
      await daemon.stop();
    },
  };
}
