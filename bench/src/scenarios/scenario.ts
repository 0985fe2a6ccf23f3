import type { Connection } from '../http/connection.ts';
import type { Rounds } from '../measure/measure-probes.ts';
import type { Row } from '../measure/row.ts';
import type { World } from '../world/open-world.ts';

export type Bench = {
  world: World;
  /** To the program, for one request after the other. */
  connection: Connection;
  rounds: Rounds;
  quick: boolean;
  say(line: string): void;
};

export type Scenario = {
  name: string;
  /** The quick run has no time for it; by its name it is run all the same. */
  isLeftOutOfQuick?: true;
  run(bench: Bench): Promise<Row[]>;
};
