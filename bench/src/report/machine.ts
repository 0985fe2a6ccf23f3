import { statfsSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';

export type Machine = {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  fileSystem: string;
  node: string;
  postgres: string;
};

/** Magic numbers from linux/magic.h. */
const FILE_SYSTEMS: Record<number, string> = {
  61267: 'ext4',
  16914836: 'tmpfs (memory: nothing is durable, so deliveries look faster than they are)',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlay',
};

export function describeMachine(dataDir: string, postgres: string): Machine {
  const type = statfsSync(dataDir).type;
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `Linux ${release()}`,
    fileSystem: FILE_SYSTEMS[type] ?? `type 0x${type.toString(16)}`,
    node: process.versions.node,
    postgres,
  };
}

export function machineLine(machine: Machine): string {
  const { processor, cores, memoryGb, system, fileSystem, node, postgres } = machine;
  return `${processor}, ${cores} cores, ${memoryGb} GB; ${system}, ${fileSystem}; Node ${node}, PostgreSQL ${postgres}`;
}
