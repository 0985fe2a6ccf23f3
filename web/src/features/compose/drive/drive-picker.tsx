import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { cardAddress } from '../../../parts/drive/card-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMailbox } from '../../../parts/mailbox/use-mailbox.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { DriveCard } from '../editor/drive-file-node.ts';
import { nextOrder, type Order, onlyLinks } from './choice.ts';
import styles from './drive-picker.module.css';
import { PickerList } from './picker-list.tsx';
import { PickerOrder } from './picker-order.tsx';
import { PickerUploads } from './picker-uploads.tsx';
import {
  firstOrder,
  isSharedList,
  LIST_TABS,
  type ListTab,
  type Place,
  useDriveList,
} from './use-drive-list.ts';
import { usePickerUploads } from './use-picker-uploads.ts';

const PHONE = '(max-width: 576px)';
const TABS = [...LIST_TABS, 'uploadNewFile'] as const;

type Step = { id: string; name: string };
type Props = {
  /** Of what is attached already. */
  attachedBytes: number;
  onLinks(cards: DriveCard[]): void;
  onAttach(files: MailFile[]): void;
  onClose(): void;
};

/** DV-1 to DV-11: files of the drive for a message, as links or as attachments. */
export function DrivePicker({ attachedBytes, onLinks, onAttach, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const own = useMailbox((model) => model.user())?.email ?? null;
  const phone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  const [tab, setTab] = useState<(typeof TABS)[number]>('myDrive');
  const [listTab, setListTab] = useState<ListTab>('myDrive');
  const [folderId, setFolderId] = useState<string | null>(null);
  /** New files go where the own drive was last looked at; null at its top. */
  const [target, setTarget] = useState<Step | null>(null);
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<Order | null>(null);
  const [boxes, setBoxes] = useState(false);
  const [selected, setSelected] = useState<readonly DriveFile[]>([]);
  const [asAttachment, setAsAttachment] = useState(false);
  const [adding, setAdding] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const place: Place = { tab: listTab, folderId, typed: useDeferredValue(typed.trim()) };
  const list = useDriveList(place, order);
  const isShared = isSharedList(place);
  const shownOrder = order ?? firstOrder(place);
  const isTarget = listTab === 'myDrive' && folderId === (target?.id ?? null);
  const uploads = usePickerUploads(target?.id ?? null, (arrived) => void insert([...selected, ...arrived]));
  const because = selected.length > 0 ? onlyLinks(selected, attachedBytes) : null;
  const attaches = asAttachment && because === null;

  function showTab(next: (typeof TABS)[number]): void {
    setTab(next);
    if (next === 'uploadNewFile' || next === listTab) return;
    setListTab(next);
    setFolderId(null);
    if (next === 'myDrive') setTarget(null);
    setTyped('');
    setOrder(null);
  }

  function open(folder: Step | null, isOwn: boolean): void {
    setFolderId(folder?.id ?? null);
    if (isOwn && listTab === 'myDrive') setTarget(folder && { id: folder.id, name: folder.name });
    setTyped('');
  }

  function toggle(file: DriveFile): void {
    setRefused(null);
    setSelected((before) =>
      before.some(({ id }) => id === file.id) ? before.filter(({ id }) => id !== file.id) : [...before, file],
    );
  }

  async function insert(files: readonly DriveFile[]): Promise<void> {
    const mayAttach = asAttachment && onlyLinks(files, attachedBytes) === null;
    if (!mayAttach) {
      onLinks(files.map(cardOf));
      onClose();
      return;
    }
    setAdding(true);
    try {
      const { data } = await api.attachDriveFiles({ body: { hrefs: files.map(({ href }) => href) } });
      onAttach(data);
      onClose();
    } catch (error) {
      setRefused(asApiError(error));
    } finally {
      setAdding(false);
    }
  }

  function cardOf({ id, name, type, size }: DriveFile): DriveCard {
    const about =
      type === 'folder' ? t('driveMail.card.folder') : t('driveMail.card.file', { size: readableSize(size) });
    return { id, name, href: cardAddress(id, type), about };
  }

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
      <div className={styles.tabs} role="tablist" aria-label={t('driveMail.picker.title')}>
        {TABS.map((name, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`drive-tab-${name}`}
            aria-selected={tab === name}
            aria-controls="drive-tab-panel"
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => showTab(name)}
            onKeyDown={({ key }) => {
              const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
              const next = TABS[at + step];
              if (step === 0 || !next) return;
              showTab(next);
              document.getElementById(`drive-tab-${next}`)?.focus();
            }}
          >
            {t(`driveMail.picker.tabs.${name}`)}
          </button>
        ))}
      </div>
      <div id="drive-tab-panel" role="tabpanel" aria-labelledby={`drive-tab-${tab}`} className={styles.panel}>
        {uploading ? (
          <PickerUploads uploads={uploads} folder={target?.name ?? null} disabled={adding} />
        ) : (
          <>
            <div className={styles.tools}>
              <TextInput
                className={styles.search}
                type="search"
                data-autofocus={phone ? undefined : true}
                aria-label={t('driveMail.picker.search')}
                placeholder={t('driveMail.picker.search')}
                leftSection={<IconSearch size={16} />}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              {/* A table is sorted by the names of its columns. */}
              {(boxes || phone) && <PickerOrder order={shownOrder} shared={isShared} onOrder={setOrder} />}
              <ToolButton
                icon={boxes ? IconList : IconLayoutGrid}
                label={t(boxes ? 'driveMail.picker.asTable' : 'driveMail.picker.asBoxes')}
                onClick={() => setBoxes(!boxes)}
              />
            </div>
            {place.typed === '' && folderId !== null && (
              <nav className={styles.path} aria-label={t('driveMail.picker.path')}>
                <button type="button" className={styles.step} onClick={() => open(null, true)}>
                  {t(`driveMail.picker.tabs.${listTab}`)}
                </button>
                {list.steps.map((step, at) => (
                  <span key={step.id} className={styles.deeper}>
                    <IconChevronRight size={16} aria-hidden />
                    <button
                      type="button"
                      className={styles.step}
                      aria-current={at === list.steps.length - 1 ? 'page' : undefined}
                      onClick={() => open(step, isTarget)}
                    >
                      {step.name}
                    </button>
                  </span>
                ))}
              </nav>
            )}
            <PickerList
              place={`${listTab} ${folderId} ${place.typed}`}
              list={list}
              own={own}
              boxes={boxes}
              typed={place.typed}
              order={shownOrder}
              shared={isShared}
              selected={selected}
              onOrder={(key) => setOrder(nextOrder(shownOrder, key))}
              onToggle={toggle}
              onOpen={(file) =>
                file.type === 'folder' ? open(file, file.owner === own) : void insert([file])
              }
              onUp={() => {
                if (folderId !== null) open(list.steps.at(-2) ?? null, isTarget);
              }}
            />
          </>
        )}
      </div>
      <footer className={styles.footer}>
        <p className={styles.notes} role="status">
          {refused !== null ? (
            <span className={styles.fault}>
              {t('driveMail.picker.attachFailed')} {errorWords(t, refused)}
            </span>
          ) : because !== null ? (
            t(`driveMail.picker.notes.${because}`)
          ) : (
            selected.length > 0 && t('driveMail.picker.selected', { count: selected.length })
          )}
        </p>
        <Checkbox
          label={t('driveMail.picker.asAttachment')}
          checked={attaches}
          disabled={because !== null}
          onChange={({ currentTarget }) => setAsAttachment(currentTarget.checked)}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          {uploading ? (
            <UploadButtons
              count={uploads.uploads.length}
              taken={uploads.uploads.some(({ taken }) => taken)}
              busy={adding || uploads.busy}
              onRun={uploads.run}
            />
          ) : (
            <Button disabled={selected.length === 0} loading={adding} onClick={() => void insert(selected)}>
              {selected.length === 0
                ? t('driveMail.picker.add')
                : t('driveMail.picker.addCount', { count: selected.length })}
            </Button>
          )}
        </div>
      </footer>
    </Modal>
  );
}

type UploadButtonsProps = {
  count: number;
  taken: boolean;
  busy: boolean;
  onRun(onConflict: 'rename' | 'replace'): void;
};

/** DV-5 */
function UploadButtons({ count, taken, busy, onRun }: UploadButtonsProps) {
  const { t } = useTranslation();
  const off = count === 0 || busy;
  if (!taken) {
    return (
      <Button disabled={off} loading={busy} onClick={() => onRun('rename')}>
        {t('driveMail.picker.upload.run', { count })}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" disabled={off} onClick={() => onRun('rename')}>
        {t('driveMail.picker.upload.keepBoth')}
      </Button>
      <Button disabled={off} loading={busy} onClick={() => onRun('replace')}>
        {t('driveMail.picker.upload.replace', { count })}
      </Button>
    </>
  );
}
