import type { Clock } from '../platform/clock.ts';

export type Progress = { show(done: number): void; end(): void };

export type Terminal = { isTTY?: boolean; write(text: string): unknown };

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 5_000;
const SPEED_WINDOW_MS = 5_000;

/** A progress bar on a terminal, an occasional line elsewhere. */
export function createProgress(clock: Clock, terminal: Terminal, total: number, unit: string): Progress {
  const every = terminal.isTTY ? REDRAW_MS : LINE_EVERY_MS;
  const began = clock.now();
  const window = [{ at: began, done: 0 }];
  let shownAt = terminal.isTTY ? Number.NEGATIVE_INFINITY : began;
  let lastDone = 0;
  let open = false;

  /**
   * The rate of the last seconds, so that a fast start, such as skipping known messages, does not promise too
   * much.
   */
  function perSecond(now: number, done: number): number {
    window.push({ at: now, done });
    while (window.length > 2 && now - (window[1]?.at ?? now) > SPEED_WINDOW_MS) window.shift();
    const [oldest] = window;
    const ms = now - (oldest?.at ?? now);
    return ms > 0 ? ((done - (oldest?.done ?? 0)) * 1000) / ms : 0;
  }

  function text(now: number, done: number): string {
    const speed = perSecond(now, done);
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const left = speed > 0 && done < total ? `, ${duration((total - done) / speed)} left` : '';
    return `${done} of ${total} ${unit} (${percent} %), ${Math.round(speed)}/s${left}`;
  }

  return {
    show(done) {
      const now = clock.now();
      lastDone = done;
      if (now - shownAt < every) return;
      shownAt = now;
      if (!terminal.isTTY) {
        terminal.write(`${text(now, done)}\n`);
        return;
      }
      const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      terminal.write(`\r\x1b[K${bar} ${text(now, done)}`);
      open = true;
    },
    end() {
      if (open) terminal.write('\r\x1b[K');
      const seconds = (clock.now() - began) / 1000;
      const speed = seconds > 0 ? `, ${Math.round(lastDone / seconds)}/s` : '';
      terminal.write(`${lastDone} ${unit} in ${duration(seconds)}${speed}\n`);
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
