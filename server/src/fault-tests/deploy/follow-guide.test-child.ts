/** Runs in its own network namespace, as the outside world of a machine installed by docs/deploy.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.ts';
import { startMachine } from './machine.ts';
import { startOutsideWorld } from './outside-world.ts';
import { type Proof, proveDeployment, receiveAndAnswer } from './prove-deployment.ts';
import { readGuide } from './read-guide.ts';

const GUIDE = join(import.meta.dirname, '../../../../docs/deploy.md');
const [folder = '', authority = ''] = process.argv.slice(2);

const machine = await startMachine(folder, authority);
const world = await startOutsideWorld();
const faults: string[] = [];
const proof: Proof = { machine, outside: world.messages, password: '', check };

async function check(claim: string, prove: () => Promise<void>): Promise<void> {
  const since = systemClock.now();
  const fault = await prove().then(
    () => null,
    (error: Error) => error.message,
  );
  if (fault !== null) faults.push(claim);
  const seconds = (systemClock.now() - since) / 1000;
  process.stdout.write(`${JSON.stringify({ claim, seconds, ...(fault === null ? {} : { fault }) })}\n`);
}

try {
  let restarts = 0;
  for (const { text, needsInternet } of readGuide(await readFile(GUIDE, 'utf8'))) {
    const since = systemClock.now();
    const said = await machine.run(text, needsInternet);
    const [first = ''] = text.split('\n');
    process.stdout.write(`${JSON.stringify({ ran: first, seconds: (systemClock.now() - since) / 1000 })}\n`);
    if (text.includes('user add')) {
      proof.password = said.trim().split(' ').at(-1) ?? '';
      await proveDeployment(proof);
    } else if (text.includes('systemctl restart bocau@')) {
      restarts += 1;
      const ready =
        'curl --silent --fail --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:8081/readyz';
      await machine.run(ready);
      await receiveAndAnswer(proof, `Sau lần khởi động ${restarts}`);
    }
  }
} catch (error) {
  faults.push((error as Error).message);
  process.stdout.write(`${(error as Error).message}\n`);
  for (const log of ['var/log/bocau@all.log', 'var/log/nginx/error.log'])
    process.stdout.write(`${log}:\n${(await machine.read(log).catch(() => '-')).slice(-3_000)}\n`);
} finally {
  await machine.stop();
  await world.stop();
}
process.exit(faults.length > 0 ? 1 : 0);
