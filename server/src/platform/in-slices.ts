/** Work that stops now and then, so that whoever drives it decides whether others come first. */
export type Steps<Result> = Generator<undefined, Result>;

/** Others are served between the steps. Rejects with the reason of the signal when it is aborted. */
export async function inSlices<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise((resume) => setImmediate(resume));
  }
}

/** For what is short. */
export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
