import type { Connection } from '../http/connection.ts';
import type { Rounds } from '../measure/measure-probes.ts';
import type { Row } from '../measure/row.ts';
import type { World } from '../world/open-world.ts';

export type Bench = {
  world: World;
  /** To the program, for sequential requests. */
  connection: Connection;
  rounds: Rounds;
  quick: boolean;
  say(line: string): void;
};

export type Scenario = {
  name: string;
  /** Too slow for the quick run, unless requested by name. */
  isLeftOutOfQuick?: true;
  run(bench: Bench): Promise<Row[]>;
};
