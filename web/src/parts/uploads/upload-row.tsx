import { Button, Checkbox } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import type { ConflictChoice, UploadItem } from '../../model/drive/uploads/upload-item.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FileName } from '../files/file-name.tsx';
import { chooseFiles } from './choose-files.ts';
import styles from './upload-panel.module.css';
import { useUploadQueue } from './use-uploads.ts';

/** `others`: offers to apply the answer to the other files too. */
export function UploadRow({ item, others }: { item: UploadItem; others: boolean }) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const { key, name, state } = item;
  const pausable = state === 'sending' || state === 'offline' || state === 'waiting';
  const resumable = state === 'paused' || state === 'failed';
  const button = { size: 32, iconSize: 16 };
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.line}>
        <FileName name={name} />
        {(pausable || resumable) && (
          <ToolButton
            {...button}
            icon={pausable ? IconPlayerPause : IconPlayerPlay}
            label={t(pausable ? 'uploads.pause' : 'uploads.resume', { name })}
            onClick={() => (pausable ? queue.pause(key) : void queue.resume(key))}
          />
        )}
        <ToolButton
          {...button}
          icon={IconX}
          label={t(state === 'done' ? 'uploads.remove' : 'uploads.cancel', { name })}
          onClick={() => queue.cancel(key)}
        />
      </div>
      {state !== 'done' && (
        <progress className={styles.bar} max={Math.max(1, item.size)} value={item.sent} aria-label={name} />
      )}
      <p className={styles.state}>{stateWords(t, item, queue.owner)}</p>
      {state === 'conflict' && <Conflict item={item} others={others} />}
      {state === 'file-needed' && <FindFile item={item} />}
    </li>
  );
}

function stateWords(t: Say, item: UploadItem, owner: string): string {
  const { state, sent, size, error, takenFolder } = item;
  const sizes = { sent: readableSize(sent), size: readableSize(size) };
  if (state === 'conflict') return t('uploads.conflict');
  if (takenFolder !== null) return t('uploads.folderTaken', { name: takenFolder });
  // Signed out, or another account is signed in: uploads resume only in the session of their owner.
  if (error?.code === 'session_required' || error?.code === 'other_account')
    return t('uploads.signedOut', { email: owner });
  if (error && state === 'offline') return t('uploads.states.retrying');
  if (error) return errorWords(t, error);
  if (state === 'file-needed') return t('uploads.states.fileNeeded');
  return state === 'failed' ? t('uploads.stopped') : t(`uploads.states.${state}`, sizes);
}

function Conflict({ item, others }: { item: UploadItem; others: boolean }) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const [forAll, setForAll] = useState(false);
  const choose = (choice: ConflictChoice) => () => queue.answerConflict(item.key, choice, forAll);
  return (
    <div className={styles.question}>
      <Button size="compact-sm" onClick={choose('rename')}>
        {t('uploads.keepBoth')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={choose('replace')}>
        {t('uploads.replace')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={choose('skip')}>
        {t('uploads.skip')}
      </Button>
      {others && (
        <Checkbox
          size="xs"
          label={t('uploads.forAll')}
          checked={forAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        />
      )}
    </div>
  );
}

/** The browser cannot reopen the file by itself, or must ask first. */
function FindFile({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const [isOther, setIsOther] = useState(false);

  async function find(): Promise<void> {
    await queue.resume(item.key);
    // Found by its handle: the upload resumes.
    if (queue.items().find(({ key }) => key === item.key)?.state !== 'file-needed') return;
    const [chosen] = await chooseFiles();
    if (chosen) setIsOther(!queue.giveFile(item.key, chosen.file));
  }

  return (
    <div className={styles.question}>
      <Button size="compact-sm" onClick={() => void find()}>
        {t('uploads.findFile')}
      </Button>
      {isOther && <p role="alert">{t('uploads.otherFile', { name: item.name })}</p>}
    </div>
  );
}
