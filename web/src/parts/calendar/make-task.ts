import type { ApiClient } from '@bocau/contract/client.ts';
import { loadCalendarTaskWords } from '../../i18n/calendar-words.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import { asApiError } from '../../model/engine/retry.ts';
import type { Navigate } from '../../router/router.tsx';
import { announceAct } from '../acts/announce-act.ts';
import { notify } from '../notices/notify.ts';
import { CALENDAR_TASKS } from './calendar-address.ts';

type Place = { api: ApiClient; navigate: Navigate };

/** CL-166: makes a task of a conversation, in the calendar of new events, with the way back to it. */
export async function makeTask(
  { api, navigate }: Place,
  { title, path }: { title: string; path: string },
): Promise<void> {
  await loadCalendarTaskWords();
  try {
    const fields = { title, url: `${window.location.origin}${path}` };
    const { data } = await api.createTask({ body: { uid: crypto.randomUUID(), fields } });
    const act = {
      settled: Promise.resolve(true),
      async undo() {
        await api.trashEvents({ body: { ids: [data.id] } });
        return true;
      },
    };
    const action = { label: say('tasks.acts.open'), run: () => void navigate(CALENDAR_TASKS) };
    announceAct(act, say('tasks.acts.made', { title }), { action });
  } catch (error) {
    const why = errorWords(say, asApiError(error));
    notify({ text: `${say('tasks.refused.create')} ${why}`, tone: 'danger', seconds: 8 });
  }
}
