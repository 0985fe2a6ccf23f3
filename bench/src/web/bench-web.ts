import type { Row } from '../measure/row.ts';
import type { World } from '../world/open-world.ts';
import { measureActing } from './acting.ts';
import { measureBesidePeer } from './beside-peer.ts';
import { measureLongList } from './long-list.ts';
import { launchChromium } from './open-browser.ts';
import { measureLoads } from './page-loads.ts';
import { measureReading } from './reading.ts';
import { measureSlowLine } from './slow-line.ts';
import { measureTyping } from './typing.ts';

/** The web client in Chromium, with the large mailbox behind it. */
export async function benchWeb(world: World, quick: boolean, say: (line: string) => void): Promise<Row[]> {
  const browser = await launchChromium();
  try {
    const bench = {
      browser,
      baseURL: `http://127.0.0.1:${world.program.httpPort}`,
      mailbox: world.large,
      samples: quick ? 5 : 15,
    };
    say('Measuring page loads');
    const loads = await measureLoads(bench);
    say('Measuring loads as those of the peer are');
    const tenThousand = [world.small, world.large].find(({ size }) => size === 10_000) ?? world.small;
    const beside = await measureBesidePeer({ ...bench, mailbox: tenThousand });
    say('Measuring a slow line');
    const slow = await measureSlowLine(bench);
    say('Measuring acts and scrolling');
    const acting = await measureActing(bench);
    say('Measuring reading');
    const reading = await measureReading(bench);
    say('Measuring a list of 10,000 rows');
    const longList = await measureLongList(bench);
    say('Measuring typing');
    const typing = await measureTyping(bench, world.program.lmtpPort);
    return [...loads, ...beside, ...slow, ...reading, ...acting, ...longList, ...typing];
  } finally {
    await browser.close();
  }
}
