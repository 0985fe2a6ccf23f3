import type { Row } from '../measure/row.ts';
import type { World } from '../world/open-world.ts';
import { measureActing } from './acting.ts';
import { measureBesidePeer } from './beside-peer.ts';
import { measureBoundless } from './boundless.ts';
import { measureDriveFolder } from './drive-folder.ts';
import { measureLongList } from './long-list.ts';
import { measureLongTasks } from './long-tasks.ts';
import { launchChromium } from './open-browser.ts';
import { measureLoads, type WebBench } from './page-loads.ts';
import { measureReading } from './reading.ts';
import { measureSlowLine } from './slow-line.ts';
import { measureTyping } from './typing.ts';

type WebScenario = { name: string; what: string; run(bench: WebBench, world: World): Promise<Row[]> };

const SCENARIOS: WebScenario[] = [
  { name: 'loads', what: 'page loads', run: measureLoads },
  {
    name: 'beside-peer',
    what: 'loads as those of the peer are',
    run: (bench, world) => {
      const tenThousand = [world.small, world.large].find(({ size }) => size === 10_000) ?? world.small;
      return measureBesidePeer({ ...bench, mailbox: tenThousand });
    },
  },
  { name: 'slow-line', what: 'a slow line', run: measureSlowLine },
  { name: 'acting', what: 'acts and scrolling', run: measureActing },
  { name: 'reading', what: 'reading', run: measureReading },
  { name: 'long-list', what: 'a list of 10,000 rows', run: measureLongList },
  { name: 'typing', what: 'typing', run: (bench, world) => measureTyping(bench, world.program.lmtpPort) },
  { name: 'long-tasks', what: 'long tasks', run: measureLongTasks },
  {
    name: 'boundless',
    what: 'messages without bounds',
    run: (bench, world) => measureBoundless(bench, world.program.lmtpPort),
  },
  // Enables the mailbox's drive, which stays enabled for the scenarios after it.
  { name: 'drive-folder', what: 'a large folder of the drive', run: measureDriveFolder },
];

export const WEB_SCENARIOS: readonly string[] = SCENARIOS.map(({ name }) => name);

/** Measures the web client in Chromium on the large mailbox. */
export async function benchWeb(
  world: World,
  { quick, only }: { quick: boolean; only: readonly string[] },
  say: (line: string) => void,
): Promise<Row[]> {
  const browser = await launchChromium();
  try {
    const bench = {
      browser,
      baseURL: `http://127.0.0.1:${world.program.httpPort}`,
      mailbox: world.large,
      samples: quick ? 5 : 15,
    };
    const rows: Row[] = [];
    for (const { name, what, run } of SCENARIOS) {
      if (only.length > 0 && !only.includes(name)) continue;
      say(`Measuring ${what}`);
      rows.push(...(await run(bench, world)));
    }
    return rows;
  } finally {
    await browser.close();
  }
}
