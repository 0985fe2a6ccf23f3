import type { QueryClient } from '@tanstack/react-query';

type KeptAnswers = Pick<QueryClient, 'clear' | 'invalidateQueries'>;

let kept: KeptAnswers | null = null;

/** The query cache of parts of the page, beside the model; null until the first query. */
export function keptAnswers(): KeptAnswers | null {
  return kept;
}

export function keepAnswersIn(client: KeptAnswers): void {
  kept = client;
}
