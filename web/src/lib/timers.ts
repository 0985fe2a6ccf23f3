/** The timers of the screens; the model has its own clock. */
export function everySecond(run: () => void): () => void {
  const timer = window.setInterval(run, 1000);
  return () => window.clearInterval(timer);
}

export function everyMinute(run: () => void): () => void {
  const timer = window.setInterval(run, 60_000);
  return () => window.clearInterval(timer);
}

export function after(ms: number, run: () => void): () => void {
  const timer = window.setTimeout(run, ms);
  return () => window.clearTimeout(timer);
}

export function now(): number {
  return Date.now();
}
