import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { type ChosenSettings, type SettingKey, settingsFromList } from '@bocau/contract/settings.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../i18n/i18n.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { useApi } from '../mailbox-context/use-api.ts';
import { keepSettings, keptSettings } from './kept-settings.ts';
import { createTurns } from './turns.ts';

type Change = Partial<ChosenSettings>;

const KEY = ['settings'];
/** What changes elsewhere is told; asking again is for the case that the telling was lost. */
const HOUR_MS = 3_600_000;

function settingsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: KEY,
    queryFn: async (): Promise<ChosenSettings> => settingsFromList((await api.getSettings({})).data),
    initialData: keptSettings,
    initialDataUpdatedAt: 0,
    staleTime: HOUR_MS,
  });
}

/** Asks for them while the mailbox opens, so that the first list is shown as they say. */
export function askForSettings(queries: QueryClient, api: ApiClient): void {
  void queries.prefetchQuery(settingsQuery(api));
}

/** The settings of the mailbox; until it has answered, as this device last knew them. */
export function useSettings(): ChosenSettings {
  return useQuery(settingsQuery(useApi())).data;
}

/** The same for a screen that must not take what was kept for what is. */
export function useKnownSettings() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(settingsQuery(useApi()));
  return { settings: dataUpdatedAt > 0 ? data : null, failed: isError, retry: refetch };
}

/** For what is no component: as far as they are known. */
export function knownSettings(queries: QueryClient): ChosenSettings | undefined {
  return queries.getQueryData<ChosenSettings>(KEY);
}

/** Shows language and appearance as the settings say, and keeps what the next start begins with. */
export function useWornSettings(): void {
  const { i18n } = useTranslation();
  const { choose } = useAppearance();
  const settings = useSettings();
  const { language, appearance } = settings;
  useEffect(() => {
    if (i18n.language !== language) void changeLanguage(language);
  }, [i18n, language]);
  useEffect(() => choose(appearance), [choose, appearance]);
  useEffect(() => keepSettings(settings), [settings]);
}

const saves = createTurns();

/** Saves and shows what the server answers; a refusal is the caller's to tell. */
export function useSaveSettings(): (change: Change) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(
    (change) =>
      saves.take(async (isLast) => {
        const body = Object.entries(change).map(([key, value]) => ({ key: key as SettingKey, value }));
        const { data } = await api.saveSettings({ body });
        await queries.cancelQueries({ queryKey: KEY });
        // An answer that does not know what was chosen since would take it back for a moment.
        if (isLast()) queries.setQueryData<ChosenSettings>(KEY, settingsFromList(data));
      }),
    [api, queries],
  );
}

/** For what is chosen in passing: it shows at once, and holds on this device even when it can not be saved. */
export function useChangeSettings(): (change: Change) => void {
  const queries = useQueryClient();
  const save = useSaveSettings();
  return useCallback(
    (change) => {
      async function changeNow() {
        await queries.cancelQueries({ queryKey: KEY });
        queries.setQueryData<ChosenSettings>(KEY, (known) => ({ ...(known ?? keptSettings()), ...change }));
        await save(change);
      }
      changeNow().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    },
    [queries, save],
  );
}

/** Settings or rules were changed, here or on another device. */
export async function followSettings(queries: QueryClient): Promise<void> {
  // The answer to a save that began since is newer than what this is about.
  const isStale = await saves.ended();
  await Promise.all([
    isStale && queries.invalidateQueries({ queryKey: KEY }),
    queries.invalidateQueries({ queryKey: ['rules'] }),
  ]);
}
