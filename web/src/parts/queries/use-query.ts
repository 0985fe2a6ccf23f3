import { ApiError } from '@bocau/contract/client.ts';
import {
  QueryClient,
  QueryClientContext,
  useMutation as useMutationOf,
  useQuery as useQueryOf,
} from '@tanstack/react-query';
import { useContext } from 'react';
import { keepAnswersIn } from './kept-answers.ts';

/** Loaded with the first part that queries something, not with the page: the list does not need it. */
const ours = new QueryClient({ defaultOptions: { queries: { retry: mayHelp, staleTime: 30_000 } } });
keepAnswersIn(ours);

/** One retry, except for 404. */
function mayHelp(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && error.status === 404);
}

/** Our client; tests provide their own. */
export function useQueries(): QueryClient {
  return useContext(QueryClientContext) ?? ours;
}

export const useQuery = ((options: never) => useQueryOf(options, useQueries())) as typeof useQueryOf;

export const useMutation = ((options: never) => useMutationOf(options, useQueries())) as typeof useMutationOf;
