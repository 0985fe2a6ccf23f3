import { DEFAULT_SETTINGS, type Settings, settingsFromList } from '@bocau/contract/settings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../features/mailbox-context/use-api.ts';

const REMEMBERED = 'bocau.reading';
const KEYS = ['inline_read_position', 'preview_size', 'item_per_page'] as const;
type ReadingSettings = Pick<Settings, (typeof KEYS)[number]>;

/** One save after the other: of two at once the older one could come last. */
let saving: Promise<unknown> = Promise.resolve();

/** How lists are shown: at once as this device last knew it, then as the mailbox has it. */
export function useReadingSettings(): [ReadingSettings, (change: Partial<ReadingSettings>) => void] {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: async () => settingsFromList((await api.getSettings({})).data),
    select: (settings): ReadingSettings => {
      remember(settings);
      return settings;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

  function change(part: Partial<ReadingSettings>) {
    remember({ ...(data ?? remembered()), ...part });
    queries.setQueryData<Partial<Settings>>(['settings'], (known) => ({
      ...(known ?? remembered()),
      ...part,
    }));
    const body = KEYS.flatMap((key) => (part[key] === undefined ? [] : [{ key, value: part[key] }]));
    // A choice that did not reach the server still holds on this device.
    saving = saving.then(() => api.saveSettings({ body })).catch(() => undefined);
  }

  return [data ?? remembered(), change];
}

function remembered(): ReadingSettings {
  const kept = localStorage.getItem(REMEMBERED);
  const known = kept === null ? {} : (JSON.parse(kept) as Partial<ReadingSettings>);
  return { ...DEFAULT_SETTINGS, ...known };
}

function remember({ inline_read_position, preview_size, item_per_page }: ReadingSettings): void {
  localStorage.setItem(REMEMBERED, JSON.stringify({ inline_read_position, preview_size, item_per_page }));
}
