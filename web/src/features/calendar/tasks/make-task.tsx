import { useEffect } from 'react';
import { loadCalendarTaskWords } from '../../../i18n/calendar-words.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import { say } from '../../../i18n/i18n.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { announceAct } from '../../../parts/acts/announce-act.ts';
import { CALENDAR_TASKS } from '../../../parts/calendar/calendar-address.ts';
import { type TaskRequest, taskRequest } from '../../../parts/calendar/task-request.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useNavigate } from '../../../router/router.tsx';

/** Makes the tasks that menus of mail ask for, in the calendar of new events. */
export function MakeTask() {
  const api = useApi();
  const navigate = useNavigate();
  useEffect(() => {
    async function make({ title, path }: TaskRequest): Promise<void> {
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

    return taskRequest.subscribe(() => {
      const request = taskRequest.get();
      if (!request) return;
      taskRequest.set(null);
      void make(request);
    });
  }, [api, navigate]);
  return null;
}
