import type { Browser, Page } from 'playwright-core';

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number };

/** With those that draw a frame, which `ThreadControllerImpl::RunTask` leaves out. */
const TASK = 'RunTask';
/** By it the page's own thread is told from those of other processes. */
const OF_THE_PAGE = 'bench: the page';

/**
 * The tasks in which the page answered nobody, in processor time of its main thread: what waits because the machine has
 * other things to do is no longer for it.
 */
export async function busyTasksDuring(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === TASK || event.name === OF_THE_PAGE) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] },
  });
  await page.evaluate((name) => void performance.mark(name), OF_THE_PAGE);
  await act();
  const complete = new Promise<unknown>((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const own = events.find(({ name }) => name === OF_THE_PAGE);
  if (!own) throw new Error('The trace does not hold the thread of the page');
  return events
    .filter(({ name, pid, tid }) => name === TASK && pid === own.pid && tid === own.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}
