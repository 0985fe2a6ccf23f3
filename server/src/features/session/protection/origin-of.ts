import type { FastifyRequest } from 'fastify';
import type { From } from './announce-change.ts';

export function originOf(request: FastifyRequest): From {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
}
