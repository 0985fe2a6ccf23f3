import { roleOf } from '@bocau/contract/folder-roles.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { addressOf, type ListPlace } from '../../parts/addresses/list-address.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { shownName } from '../../parts/senders/sender-doubts.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';

/** Messages that arrive within this time are announced together. */
const COLLECT_MS = 2_000;
/** Cleared before the next announcement, since unchanged text would not be read again. */
const CLEAR_MS = COLLECT_MS - 500;

/**
 * Live regions for screen readers: new mail, and the number of search results. The screen shows both as well.
 */
export function Announcements() {
  const place = useShownPlace();
  return (
    <>
      <NewMail />
      {place?.list.kind === 'search' && <Found place={place} />}
    </>
  );
}

function NewMail() {
  const { t } = useTranslation();
  const model = useMailModel();
  const [words, setWords] = useState('');
  const tell = useRef((_subjects: readonly string[]) => {});
  tell.current = (subjects) =>
    setWords(
      subjects.length === 1 ? (subjects[0] ?? '') : t('notifications.many', { count: subjects.length }),
    );
  const wordsOf = useRef(t);
  wordsOf.current = t;

  useEffect(() => {
    let arrived: string[] = [];
    let stopWaiting: (() => void) | null = null;
    const stopListening = model.onEvent((event) => {
      if (event.kind !== 'new-mail' || roleOf(event.thread.mailbox_name)?.discarded) return;
      const { from, subject, back_at: backAt } = event.thread;
      const say = wordsOf.current;
      arrived.push(
        say(backAt === undefined ? 'notifications.newFrom' : 'notifications.backFrom', {
          sender: shownName(from),
          subject: subjectWords(say, subject),
        }),
      );
      stopWaiting ??= after(COLLECT_MS, () => {
        stopWaiting = null;
        tell.current(arrived);
        arrived = [];
      });
    });
    return () => {
      stopListening();
      stopWaiting?.();
    };
  }, [model]);

  useEffect(() => (words === '' ? undefined : after(CLEAR_MS, () => setWords(''))), [words]);

  return <Told words={words} />;
}

function Found({ place: { list, page } }: { place: ListPlace }) {
  const { t } = useTranslation();
  const { item_per_page: limit } = useSettings();
  const view = useMailbox((model) => model.list({ list, offset: (page - 1) * limit, limit }));
  const address = addressOf(list, page);
  const isThere = view.loading === 'ready' && !view.lastSeen;
  const [told, setTold] = useState({ address: '', words: '' });
  // Once per search: later changes of the list are announced as new mail.
  if (isThere && told.address !== address) setTold({ address, words: words() });
  return <Told words={told.address === address ? told.words : ''} />;

  function words(): string {
    const count = view.total;
    if (view.threads.length === 0) return t('notifications.foundNothing');
    return t(view.totalIsCapped ? 'notifications.foundMore' : 'notifications.found', { count });
  }
}

function Told({ words }: { words: string }) {
  return (
    <div className="visually-hidden" role="status">
      {words}
    </div>
  );
}
