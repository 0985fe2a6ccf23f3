import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PHONE } from '../../ui/breakpoints.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { DriveCard } from './drive-card.ts';
import styles from './drive-picker.module.css';
import { PickerBrowser } from './picker-browser.tsx';
import { AddButton, PickerFooter, UploadButtons } from './picker-footer.tsx';
import { PickerTabs } from './picker-tabs.tsx';
import { PickerUploads } from './picker-uploads.tsx';
import { usePickedFiles } from './use-picked-files.ts';
import { usePickerPlace } from './use-picker-place.ts';
import { usePickerUploads } from './use-picker-uploads.ts';

type Props = {
  /** The total size of the existing attachments. */
  attachedBytes?: number;
  onLinks(cards: DriveCard[], files: readonly DriveFile[]): void;
  /** Absent where they are only linked to. */
  onAttach?(files: MailFile[]): void;
  onClose(): void;
};

/** DV-1 to DV-11: inserts files of the drive as links or, into a message, as attachments. */
export function DrivePicker(props: Props) {
  const { onClose } = props;
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const browsed = usePickerPlace();
  const picked = usePickedFiles(props);
  const { tab, target } = browsed;
  const { adding } = picked;
  const uploads = usePickerUploads(
    target?.id ?? null,
    (arrived) => void picked.insert([...picked.selected, ...arrived]),
  );
  const uploading = tab === 'uploadNewFile';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('driveMail.picker.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      size={1024}
      fullScreen={phone}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      <PickerTabs tab={tab} onTab={browsed.showTab} />
      <div id="drive-tab-panel" role="tabpanel" aria-labelledby={`drive-tab-${tab}`} className={styles.panel}>
        {uploading ? (
          <PickerUploads
            uploads={uploads}
            folder={target?.name ?? null}
            mayAttach={picked.mayAttach}
            disabled={adding}
          />
        ) : (
          <PickerBrowser browsed={browsed} picked={picked} phone={phone} />
        )}
      </div>
      <PickerFooter picked={picked} onClose={onClose}>
        {uploading ? <UploadButtons uploads={uploads} picked={picked} /> : <AddButton picked={picked} />}
      </PickerFooter>
    </Modal>
  );
}
