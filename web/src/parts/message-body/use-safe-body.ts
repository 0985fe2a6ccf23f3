import { useEffect, useState } from 'react';
import { inSlices, type Sliced } from '../../lib/in-slices.ts';
import { MARKUP_LIMITS } from './limit-markup.ts';
import { readBody, type SafeBody } from './sanitize-body.ts';

/** A body whose sanitizing is in progress, or done. */
type Reading = { html: string; most: number; work: Sliced<SafeBody>; body: SafeBody | null };

/** The size that is processed synchronously; most bodies are smaller. */
const AT_FIRST = 5_000;

/**
 * Sanitizes a message's HTML: synchronously when it is short, otherwise in slices while the page stays
 * responsive. The previous body stays until the next one is ready.
 */
export function useSafeBody(
  html: string,
  most: number = MARKUP_LIMITS.elements,
): { body: SafeBody | null; reading: boolean } {
  const [current, setCurrent] = useState(() => begin(html, most));
  const [shown, setShown] = useState(current.body);
  const [fault, setFault] = useState<unknown>(null);
  if (fault) throw fault;
  let reading = current;
  if (current.html !== html || current.most !== most) {
    reading = begin(html, most);
    setCurrent(reading);
    if (reading.body) setShown(reading.body);
  }

  useEffect(() => {
    if (current.body) return undefined;
    const stop = new AbortController();
    inSlices(current.work, stop.signal).then((body) => {
      if (!body) return;
      current.body = body;
      setShown(body);
    }, setFault);
    return () => stop.abort();
  }, [current]);

  return { body: shown, reading: reading.body === null };
}

function begin(html: string, most: number): Reading {
  const work = readBody(html, most);
  for (let weight = 0; weight < AT_FIRST; ) {
    const step = work.next();
    if (step.done) return { html, most, work, body: step.value };
    weight += step.value;
  }
  return { html, most, work, body: null };
}
