import type { ApiError } from '@bocau/contract/client.ts';

/** MM-32: in which line a quote begins that is not closed, where a table was refused for it. */
export function openQuoteLine({ details }: ApiError): number | null {
  const { problem, line } = details;
  return problem === 'open_quote' && typeof line === 'number' ? line : null;
}
