import type { Browser, Page } from 'playwright-core';

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number };

/** Includes the tasks that render a frame, which `ThreadControllerImpl::RunTask` omits. */
const TASK = 'RunTask';
/** Identifies the page's main thread among those of other processes. */
const OF_THE_PAGE = 'bench: the page';

/**
 * Durations of the tasks that kept the page unresponsive, in processor time of its main thread, so that
 * waiting for a busy machine does not count.
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
