import { parseArgs } from 'node:util';
import { readBrakes, readLimits } from '../features/outgoing-queue/brakes.store.ts';
import { changeLimits, findLimits } from '../features/outgoing-queue/change-limits.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { isoTime, readBoolean, readCount, readPair } from './read-values.ts';

const LISTED = 1_000;
const KEYS = ['on', 'per_hour', 'per_day'] as const;

export const brakeList: Command = {
  usage: 'brake list [--json]',
  summary:
    'Who was held automatically as they sent far more than usual; queue release --sender lets it leave',
  async run({ context, args, out }) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const brakes = await readBrakes(context.db, null, LISTED);
    if (values.json) out.write(`${JSON.stringify(brakes)}\n`);
    else {
      for (const { sender, at, waiting, reason } of brakes)
        out.write(`${sender}  since ${isoTime(at)}, ${waiting} recipients wait  ${reason}\n`);
    }
    return 0;
  },
};

export const brakeShow: Command = {
  usage: 'brake show (EMAIL | DOMAIN)',
  summary: 'From how many recipients elsewhere on somebody is held automatically',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const whose = whoseOf(onlyArgument(positionals, 'EMAIL or DOMAIN'));
    const limits = await readLimits(context.db, await findLimits(context.db, whose));
    const { brake, brake_per_hour, brake_per_day } = limits;
    out.write(
      `${brake ? 'on' : 'off'}, per_hour ${brake_per_hour ?? 'default'}, per_day ${brake_per_day ?? 'default'}\n`,
    );
    return 0;
  },
};

export const brakeSet: Command = {
  usage: 'brake set (EMAIL | DOMAIN) KEY=VALUE…',
  summary:
    'Changes that: per_hour=N and per_day=N, or default; on=0 never holds EMAIL automatically. A figure that is given ' +
    'counts even where somebody usually sends more',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [name, ...pairs] = positionals;
    if (name === undefined || pairs.length === 0)
      throw new AdminError(`EMAIL or DOMAIN and KEY=VALUE are needed; KEY is one of ${KEYS.join(', ')}`);
    const whose = whoseOf(name);
    const changes: Parameters<typeof changeLimits>[2] = {};
    for (const pair of pairs) {
      const [key, value] = readPair(KEYS, pair);
      if (key === 'on') changes.brake = readBoolean(key, value);
      else changes[`brake_${key}`] = value === 'default' ? null : readCount(key, value);
    }
    await changeLimits(context, whose, changes, commandLine());
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${name}.\n`);
    return 0;
  },
};

function whoseOf(name: string) {
  return name.includes('@') ? { sender: name } : { domain: name };
}
