import { ARCHIVE } from '@bocau/contract/folder-roles.ts';
import { NOTICE_CONTENTS } from '@bocau/contract/push.ts';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TimeField } from '../../parts/dates/time-field.tsx';
import { folderWords, pathWords } from '../../parts/folders/folder-names.ts';
import { ownRows } from '../../parts/folders/folder-rows.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import {
  changeNotificationChoice,
  INBOX,
  useNotificationChoice,
} from '../../parts/notifications/notification-choice.ts';
import { useNotificationPermission } from '../../parts/notifications/notification-permission.ts';
import { playSound } from '../../parts/notifications/play-sound.ts';
import { pushSupport } from '../../parts/notifications/push-device.ts';
import { ChoiceRow } from './choice-row.tsx';
import styles from './notification-settings.module.css';
import { PushSettings, useIsPushed } from './push-settings.tsx';
import form from './settings-form.module.css';

const SWITCH = ['on', 'off'] as const;

/**
 * Settings of this device alone, applied at once: the browser's permission can't be saved with the account.
 */
export function NotificationSettings() {
  const { t } = useTranslation();
  const choice = useNotificationChoice();
  const { permission, ofPages, ask } = useNotificationPermission();
  const isOn = choice.on && ofPages && permission === 'granted';
  const isPushed = useIsPushed() && permission === 'granted';

  async function turn(to: 'on' | 'off'): Promise<void> {
    changeNotificationChoice({ on: to === 'on' && (await ask()) === 'granted' });
  }

  function turnSound(to: 'on' | 'off'): void {
    changeNotificationChoice({ sound: to === 'on' });
    // Plays the sound, so that the user knows it and hears whether the browser allows it.
    if (to === 'on') playSound().catch(() => undefined);
  }

  const none = permission === 'unsupported' && pushSupport() === 'unsupported';
  if (none || permission === 'denied') {
    return (
      <div className={form.row}>
        <div className={form.about}>
          <span className={form.label}>{t('notifications.title')}</span>
        </div>
        <p className={styles.state} role="status">
          {t(none ? 'notifications.unsupported' : 'notifications.denied')}
        </p>
      </div>
    );
  }
  return (
    <>
      {ofPages && (
        <ChoiceRow
          label={t('notifications.title')}
          hint={t('notifications.hint')}
          options={SWITCH.map((value) => ({ value, label: t(`notifications.${value}`) }))}
          value={isOn ? 'on' : 'off'}
          onChange={(value) => void turn(value)}
        />
      )}
      <PushSettings ask={ask} />
      {(isOn || isPushed) && (
        <>
          <ToldFolders />
          <ChoiceRow
            label={t('notifications.shown')}
            options={NOTICE_CONTENTS.map((value) => ({ value, label: t(`notifications.content.${value}`) }))}
            value={choice.content}
            onChange={(content) => changeNotificationChoice({ content })}
          />
          {isOn && (
            <ChoiceRow
              label={t('notifications.sound')}
              options={SWITCH.map((value) => ({ value, label: t(`notifications.${value}`) }))}
              value={choice.sound ? 'on' : 'off'}
              onChange={turnSound}
            />
          )}
          <ChoiceRow
            label={t('notifications.quiet')}
            options={SWITCH.map((value) => ({ value, label: t(`notifications.${value}`) }))}
            value={choice.quiet ? 'on' : 'off'}
            onChange={(value) => changeNotificationChoice({ quiet: value === 'on' })}
          />
          {choice.quiet && <QuietTimes />}
        </>
      )}
    </>
  );
}

/** The inbox, the archive and the user's own folders; nobody waits for mail in the others. */
function ToldFolders() {
  const { t } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const { folders } = useNotificationChoice();
  const id = useId();
  const archive = tree.filter(({ system, name }) => system && name === ARCHIVE);
  const own = ownRows(
    tree.flatMap((folder) => (folder.system ? folder.children : folder)),
    () => true,
  );
  const offered = [
    { key: INBOX, name: folderWords(t, INBOX) },
    ...archive.map((folder) => ({ key: folder.id, name: folderWords(t, folder.name) })),
    ...own.flatMap(({ folder, path }) => (folder ? { key: folder.id, name: pathWords(t, path) } : [])),
  ];

  function choose(key: string, isChosen: boolean): void {
    const others = folders.filter((each) => each !== key);
    changeNotificationChoice({ folders: isChosen ? [...others, key] : others });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the same as the rows of choices beside it
    <div className={form.row} role="group" aria-labelledby={`${id}-label`}>
      <div className={form.about}>
        <span id={`${id}-label`} className={form.label}>
          {t('notifications.folders')}
        </span>
      </div>
      <div className={`${form.options} ${styles.folders}`}>
        {offered.map(({ key, name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={folders.includes(key)}
              onChange={({ currentTarget }) => choose(key, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </div>
  );
}

function QuietTimes() {
  const { t } = useTranslation();
  const { hours } = useNotificationChoice();
  const id = useId();
  // An incomplete time is not saved.
  const [times, setTimes] = useState(hours);

  function change(end: 'from' | 'to', time: string): void {
    setTimes({ ...times, [end]: time });
    if (time !== '') changeNotificationChoice({ hours: { ...hours, [end]: time } });
  }

  return (
    <div className={form.row}>
      <span />
      <div className={styles.times}>
        {(['from', 'to'] as const).map((end) => (
          <span key={end} className={styles.time}>
            <label htmlFor={`${id}-${end}`}>{t(`notifications.${end}`)}</label>
            <TimeField id={`${id}-${end}`} value={times[end]} onChange={(time) => change(end, time)} />
          </span>
        ))}
      </div>
    </div>
  );
}
