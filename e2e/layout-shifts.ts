import type { BrowserContext } from '@playwright/test';

type Shift = {
  /** Identifies a document within a tab. */
  page: number;
  at: number;
  value: number;
  moved: string[];
};

export type LayoutShifts = {
  /** Pages whose worst session window exceeds the limit, each with the elements that moved. */
  tooFar(most: number): string[];
};

/**
 * Session windows of Cumulative Layout Shift: shifts at most this far apart count together, up to this
 * length.
 */
const WINDOW = { gapMs: 1_000, lengthMs: 5_000 };

/**
 * Measures unexpected layout shifts on every page, as Cumulative Layout Shift (CLS) does: the browser
 * excludes shifts within half a second of a key, click or tap, because the user expects a change then. Input
 * that a test dispatches through the browser counts as user input; later changes from the network do not.
 * Going back, filling or focusing a field directly, and dropping files also count as user input here,
 * although the browser does not know it.
 *
 * The half second is measured in frames of at most 50 ms each, because on a busy machine the page renders its
 * response late through no fault of its own. It restarts when a change sent within it is answered, and when
 * the data refetched because of that change arrives: only then is the user's action complete, however slow
 * the network.
 */
export async function watchLayoutShifts(context: BrowserContext): Promise<LayoutShifts> {
  const shifts: Shift[] = [];
  await context.exposeBinding('reportShift', (_source, shift: Shift) => void shifts.push(shift));
  await context.addInitScript(() => {
    if (window !== window.top || !location.protocol.startsWith('http')) return;
    const ANSWERED_WITHIN_MS = 500;
    const LONGEST_FRAME_MS = 50;
    type LayoutShift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const report = (window as unknown as { reportShift(shift: Shift): void }).reportShift;
    const answers: { from: number; to: number }[] = [];
    const isAnswer = (at: number) =>
      answers.some(({ from, to }) => at > from - ANSWERED_WITHIN_MS && at <= to);
    let lived = ANSWERED_WITHIN_MS;
    let lastFrame = 0;
    const live = (now: number) => {
      lived += Math.min(Math.max(now - lastFrame, 0), LONGEST_FRAME_MS);
      lastFrame = now;
      if (lived < ANSWERED_WITHIN_MS) return void requestAnimationFrame(live);
      for (const answer of answers) answer.to = Math.min(answer.to, now);
    };
    const expectAnswer = (from: number) => {
      answers.push({ from, to: Infinity });
      const isCounting = lived < ANSWERED_WITHIN_MS;
      lived = 0;
      if (isCounting) return;
      lastFrame = from;
      requestAnimationFrame(live);
    };
    let hasChanged = false;
    let changing = 0;
    const act = ({ timeStamp, type }: Event) => {
      // The page moves the focus as soon as a change is answered, before it reads what has changed.
      if (type !== 'focusin') hasChanged = false;
      expectAnswer(timeStamp);
    };
    for (const type of ['pointerdown', 'keydown', 'click', 'focusin', 'popstate', 'input', 'drop'])
      window.addEventListener(type, act, { capture: true });
    const call = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
      const isChange = method !== 'GET' && lived < ANSWERED_WITHIN_MS;
      // The socket may tell of a change before its answer comes: what is read for that belongs to it.
      const isReading = method === 'GET' && (changing > 0 || (hasChanged && lived < ANSWERED_WITHIN_MS));
      if (isChange) changing += 1;
      try {
        return await call(input, init);
      } finally {
        if (isChange) changing -= 1;
        if (isChange || isReading) {
          hasChanged = true;
          expectAnswer(Number(document.timeline.currentTime));
        }
      }
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    const nameOf = (node: Node | null) => {
      if (!(node instanceof Element)) return `“${node?.textContent?.trim().slice(0, 40) ?? 'gone'}”`;
      const name = node.getAttribute('aria-label') ?? node.textContent ?? '';
      return `<${node.localName} class="${node.getAttribute('class') ?? ''}"> ${name.trim().slice(0, 40)}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput || isAnswer(entry.startTime)) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
        );
        report({ page: performance.timeOrigin, at: entry.startTime, value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    tooFar: (most) =>
      [...Map.groupBy(shifts, ({ page }) => page).values()]
        .map(worstWindow)
        .filter((window) => sumOf(window) > most)
        .map((window) => `${sumOf(window).toFixed(3)}: ${window.flatMap(({ moved }) => moved).join('; ')}`),
  };
}

function worstWindow(shifts: Shift[]): Shift[] {
  const windows: Shift[][] = [];
  for (const shift of shifts.sort((a, b) => a.at - b.at)) {
    const [first, last] = [windows.at(-1)?.[0], windows.at(-1)?.at(-1)];
    const joins = first && last && shift.at - last.at < WINDOW.gapMs && shift.at - first.at < WINDOW.lengthMs;
    if (joins) windows.at(-1)?.push(shift);
    else windows.push([shift]);
  }
  return windows.sort((a, b) => sumOf(b) - sumOf(a))[0] ?? [];
}

function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}
