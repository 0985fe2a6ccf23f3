import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../test-kit/free-port.ts';
import type { DebianPatroni } from './debian-programs.ts';
import { type Daemon, runDaemon } from './run-daemon.ts';

const MEMBERS = 3;
/** Slow, because all members share the processors with the tested program. */
const HEARTBEAT_MS = 250;
const ELECTION_MS = 2_500;

export type Etcd = {
  /** The address of each member, `host:port`. */
  hosts: string[];
  /** Ends all members but one: no quorum. */
  loseMajority(): Promise<void>;
  /** Starts the ended members. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

/** Debian's etcd on loopback: three members with a majority quorum. */
export async function startEtcd({ etcd, env }: DebianPatroni, folder: string): Promise<Etcd> {
  const members: { name: string; client: number; peer: number }[] = [];
  for (let number = 0; number < MEMBERS; number += 1) {
    members.push({ name: `etcd${number}`, client: await freePort(), peer: await freePort() });
  }
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const cluster = members.map(({ name, peer }) => `${name}=${at(peer)}`).join(',');
  const running = new Map<string, Daemon>();

  async function start({ name, client, peer }: (typeof members)[number]): Promise<void> {
    if (running.has(name)) return;
    const data = join(folder, name);
    await mkdir(data, { recursive: true, mode: 0o700 });
    const options = {
      name,
      'data-dir': data,
      'listen-client-urls': at(client),
      'advertise-client-urls': at(client),
      'listen-peer-urls': at(peer),
      'initial-advertise-peer-urls': at(peer),
      'initial-cluster': cluster,
      'initial-cluster-state': 'new',
      'heartbeat-interval': String(HEARTBEAT_MS),
      'election-timeout': String(ELECTION_MS),
    };
    const words = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    running.set(name, await runDaemon([etcd, ...words], env, peer, 'SIGKILL'));
  }

  async function end(names: string[]): Promise<void> {
    for (const name of names) {
      const daemon = running.get(name);
      running.delete(name);
      await daemon?.stop();
    }
  }

  const restore = async () => void (await Promise.all(members.map(start)));
  await restore();
  return {
    hosts: members.map(({ client }) => `127.0.0.1:${client}`),
    loseMajority: () => end(members.slice(1).map(({ name }) => name)),
    restore,
    stop: () => end(members.map(({ name }) => name)),
  };
}
