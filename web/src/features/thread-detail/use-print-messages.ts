import type { Message } from '@bocau/contract/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';

/** Prints messages of one thread, after loading the bodies of those that came collapsed. */
export function usePrintMessages(subject: string): (chosen: readonly Message[]) => Promise<void> {
  const { t } = useTranslation();
  const api = useApi();
  const model = useMailModel();
  const { settings } = useSettingsModel();

  return async (chosen) => {
    const { printMessages } = await import('./print-messages.ts');
    const messages: Message[] = [];
    for (const message of chosen)
      messages.push(message.body === null ? await model.loadMessage(message.id) : message);
    await printMessages({ api, settings: settings(), t, subject: subjectWords(t, subject), messages });
  };
}
