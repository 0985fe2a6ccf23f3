import type { QueryClient } from '@tanstack/react-query';

type KeptAnswers = Pick<QueryClient, 'clear' | 'invalidateQueries'>;

let kept: KeptAnswers | null = null;

/** Answers that parts of the page keep for themselves, beside the model; null until the first of them asks. */
export function keptAnswers(): KeptAnswers | null {
  return kept;
}

export function keepAnswersIn(client: KeptAnswers): void {
  kept = client;
}
