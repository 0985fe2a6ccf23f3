import { useTranslation } from '../../i18n/use-translation.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { DeleteFolder } from './delete-folder.tsx';
import { FolderNameForm } from './folder-name-form.tsx';
import type { FolderQuestion } from './folder-question.ts';
import { MoveFolder } from './move-folder.tsx';

export function FolderDialog({ question, onClose }: { question: FolderQuestion; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title()}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {question.kind === 'delete' && <DeleteFolder folder={question.folder} onClose={onClose} />}
      {question.kind === 'move' && <MoveFolder folder={question.folder} onClose={onClose} />}
      {(question.kind === 'new' || question.kind === 'rename') && (
        <FolderNameForm question={question} onClose={onClose} />
      )}
    </Modal>
  );

  function title(): string {
    if (question.kind === 'new') return t(question.parent ? 'folders.menu.newInside' : 'folders.menu.new');
    if (question.kind === 'rename') return t('folders.menu.rename');
    const name = folderWords(t, question.folder.display_name);
    return t(question.kind === 'move' ? 'folders.dialog.moveTitle' : 'folders.dialog.deleteTitle', { name });
  }
}
