import { ApiError } from '@bocau/contract/client.ts';
import {
  QueryClient,
  QueryClientContext,
  useMutation as useMutationOf,
  useQuery as useQueryOf,
} from '@tanstack/react-query';
import { useContext } from 'react';
import { keepAnswersIn } from './kept-answers.ts';

/** Comes with the first part that asks something, and not with the page: the list needs none of it. */
const ours = new QueryClient({ defaultOptions: { queries: { retry: mayHelp, staleTime: 30_000 } } });
keepAnswersIn(ours);

/** Once more; but what is not there is not there then either. */
function mayHelp(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && error.status === 404);
}

/** Ours; a test puts its own around what it renders. */
export function useQueries(): QueryClient {
  return useContext(QueryClientContext) ?? ours;
}

export const useQuery = ((options: never) => useQueryOf(options, useQueries())) as typeof useQueryOf;

export const useMutation = ((options: never) => useMutationOf(options, useQueries())) as typeof useMutationOf;
