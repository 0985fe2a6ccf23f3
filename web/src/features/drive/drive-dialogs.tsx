import { Suspense } from 'react';
import { say } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ShareDialog } from '../../parts/shares/share-dialog.tsx';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { announceCopyFailure, announceMade } from './announce-copy.ts';
import { announceFailure } from './begin-drive-act.ts';
import { moveFiles } from './drive-acts.ts';
import { DriveKeys } from './drive-keys.tsx';
import { FolderNameDialog } from './folder-name-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import type { DriveQuestion, DriveScreenState } from './use-drive-screen.ts';

const DrivePreview = lazyPart(async () => (await import('./drive-preview.tsx')).DrivePreview, 'on-demand');

/** The questions before an act, and other overlays of the page. */
export function DriveDialogs({ screen, question }: { screen: DriveScreenState; question: DriveQuestion }) {
  const { t } = useTranslation();
  const { model } = screen;
  const close = () => {
    screen.ask(null);
    requestAnimationFrame(() => screen.grid.current?.focus());
  };

  switch (question.kind) {
    case 'keys':
      return <DriveKeys onClose={close} />;
    case 'preview':
      return (
        <Suspense fallback={null}>
          <DrivePreview file={question.file} files={screen.view.files} onClose={close} />
        </Suspense>
      );
    case 'share':
      return <ShareDialog files={[question.file]} onClose={close} onShared={() => model.changed()} />;
    case 'new-folder':
      return (
        <FolderNameDialog
          parentId={screen.list.kind === 'folder' ? screen.list.id : null}
          onClose={close}
          onCreated={(folder) => {
            close();
            const words = t('drive.done.folder', { name: folder.name });
            announceMade(words, async () => {
              const trashed = model.act({ kind: 'trash', files: [folder], at: folder.created_at });
              return trashed.settled;
            });
          }}
        />
      );
    case 'place':
      return (
        <PlaceDialog
          files={question.files}
          how={question.how}
          start={screen.list.kind === 'folder' ? screen.view.breadcrumb : []}
          onClose={close}
          onPlace={(to) => {
            close();
            if (question.how === 'move') moveFiles(model, question.files, to);
            else void copy(to);
          }}
        />
      );
    case 'delete': {
      const { files } = question;
      const text =
        files.length === 1
          ? t('drive.delete.one', { name: files[0]?.name })
          : t('drive.delete.many', { count: files.length });
      return (
        <Final
          text={text}
          onClose={close}
          onConfirm={() => {
            void model.act({ kind: 'delete', files }).settled.then((done) => {
              if (done) notify({ text: say('drive.done.deleted') });
            });
          }}
        />
      );
    }
    case 'empty-trash':
      return <Final text={t('drive.delete.all')} onClose={close} onConfirm={() => void emptyTrash()} />;
  }

  async function copy(to: { id: string | null; name: string }): Promise<void> {
    if (question.kind !== 'place') return;
    try {
      const made = await model.copy(question.files, to.id);
      if (made.length === 0) return;
      announceMade(t('drive.done.copy', { folder: to.name }), () => {
        const [first] = made;
        return first
          ? model.act({ kind: 'trash', files: made, at: first.created_at }).settled
          : Promise.resolve(false);
      });
    } catch (error) {
      announceCopyFailure(asApiError(error));
    }
  }

  async function emptyTrash(): Promise<void> {
    try {
      await model.emptyTrash();
      notify({ text: t('drive.done.emptied') });
    } catch (error) {
      announceFailure(t('drive.refused.delete'), asApiError(error));
    }
  }
}

function Final({ text, onClose, onConfirm }: { text: string; onClose(): void; onConfirm(): void }) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('drive.delete.title')}
      safe={t('common.actions.cancel')}
      other={{ label: t('drive.delete.confirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => {
        onClose();
        onConfirm();
      }}
    >
      {text}
    </ChoiceDialog>
  );
}
