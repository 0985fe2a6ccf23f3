/**
 * Shifts the current time in this realm by an offset, which may be negative. Timers run as before. It
 * references nothing outside of itself, so that it can be sent to a page.
 */
export function shiftDate(ms: number): void {
  const realNow = Date.now;
  const now = () => realNow() + ms;
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [now()] : args, made),
    apply: (real) => new real(now()).toString(),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
}
