import type { FastifyRequest } from 'fastify';

const checks = new WeakMap<FastifyRequest, () => Promise<unknown>>();

/** A body may be sent slowly for a quarter of an hour: `check` is what must still be so when it is there. */
export function checkAfterBody(request: FastifyRequest, check: () => Promise<unknown>): void {
  checks.set(request, check);
}

/** Throws what the check throws; for whoever reads a body by themselves. */
export async function bodyIsRead(request: FastifyRequest): Promise<void> {
  await checks.get(request)?.();
}
