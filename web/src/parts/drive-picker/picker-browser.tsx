import { TextInput } from '@mantine/core';
import { IconChevronRight, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useSessionState } from '../session/use-session-model.ts';
import { nextOrder } from './choice.ts';
import styles from './drive-picker.module.css';
import { PickerList } from './picker-list.tsx';
import { PickerOrder } from './picker-order.tsx';
import { isSharedList } from './use-drive-list.ts';
import type { PickedFiles } from './use-picked-files.ts';
import type { PickerPlace } from './use-picker-place.ts';

type Props = { browsed: PickerPlace; picked: PickedFiles; phone: boolean };

/** The files of the drive to choose from: search, sorting and folders. */
export function PickerBrowser({ browsed, picked, phone }: Props) {
  const { place, list, boxes, order, open } = browsed;
  const own = useSessionState((session) => session.user())?.email ?? null;
  return (
    <>
      <PickerTools browsed={browsed} phone={phone} />
      {place.typed === '' && place.folderId !== null && <PickerPath browsed={browsed} />}
      <PickerList
        place={`${place.tab} ${place.folderId} ${place.typed}`}
        list={list}
        own={own}
        boxes={boxes}
        typed={place.typed}
        order={order}
        shared={isSharedList(place)}
        selected={picked.selected}
        onOrder={(key) => browsed.setOrder(nextOrder(order, key))}
        onToggle={picked.toggle}
        onOpen={(file) =>
          file.type === 'folder' ? open(file, file.owner === own) : void picked.insert([file])
        }
        onUp={browsed.up}
      />
    </>
  );
}

function PickerTools({ browsed, phone }: Pick<Props, 'browsed' | 'phone'>) {
  const { t } = useTranslation();
  const { boxes, place, order, setOrder } = browsed;
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.search}
        type="search"
        data-autofocus={phone ? undefined : true}
        aria-label={t('driveMail.picker.search')}
        placeholder={t('driveMail.picker.search')}
        leftSection={<IconSearch size={16} />}
        value={browsed.typed}
        onChange={(event) => browsed.setTyped(event.currentTarget.value)}
      />
      {/* A table is sorted by its column headers. */}
      {(boxes || phone) && <PickerOrder order={order} shared={isSharedList(place)} onOrder={setOrder} />}
      <ToolButton
        icon={boxes ? IconList : IconLayoutGrid}
        label={t(boxes ? 'driveMail.picker.asTable' : 'driveMail.picker.asBoxes')}
        onClick={() => browsed.setBoxes(!boxes)}
      />
    </div>
  );
}

/** The path from the start of the tab to the folder that is shown. */
function PickerPath({ browsed: { place, list, open } }: Pick<Props, 'browsed'>) {
  const { t } = useTranslation();
  return (
    <nav className={styles.path} aria-label={t('driveMail.picker.path')}>
      <button type="button" className={styles.step} onClick={() => open(null, true)}>
        {t(`driveMail.picker.tabs.${place.tab}`)}
      </button>
      {list.steps.map((step, at) => (
        <span key={step.id} className={styles.deeper}>
          <IconChevronRight size={16} aria-hidden />
          <button
            type="button"
            className={styles.step}
            aria-current={at === list.steps.length - 1 ? 'page' : undefined}
            onClick={() => open(step)}
          >
            {step.name}
          </button>
        </span>
      ))}
    </nav>
  );
}
