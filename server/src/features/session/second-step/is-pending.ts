import type { SecondStep } from './second-step.store.ts';

/** An unused secret that was once shown must not be stored forever. */
const SETUP_SECONDS = 3600;

export function isPending({ pending_at }: Pick<SecondStep, 'pending_at'>, now: number): boolean {
  return pending_at !== null && now < pending_at + SETUP_SECONDS;
}
