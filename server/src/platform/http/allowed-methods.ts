import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import { HttpFailure } from './http-failure.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

/** Answers what no route takes: 405 where the address is known for another method, else 404. */
export function answerUnroutedCalls(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = new Set(
      [...known.values()].filter((one) => one.pattern.test(path)).flatMap((one) => [...one.methods]),
    );
    if (allowed.size === 0) throw new Failure('not_found', 'There is nothing at this address');
    const allow = [...allowed].sort().join(', ');
    throw new HttpFailure('method_not_allowed', `This address takes ${allow}`, { headers: { allow } });
  });
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`);
}
