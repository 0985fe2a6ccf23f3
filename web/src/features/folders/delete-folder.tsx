import { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownFolder } from '../../parts/addresses/shown-place.ts';
import { FolderIcon } from '../../parts/folders/folder-icon.tsx';
import { folderWords, pathWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { isWithin, NO_TARGETS, threadsWithin } from '../../parts/folders/folder-rows.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { dismiss, notify, showNotice } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useNavigate } from '../../router/router.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import styles from './delete-folder.module.css';
import { countFiltersInto } from './filters-into.ts';

const SECONDS_TO_READ = 8;
const INBOX = { kind: 'folder', path: 'INBOX' } as const;

/** Asks what happens to the mail, then deletes the folder; the choice that keeps the mail comes first. */
export function DeleteFolder({ folder, onClose }: { folder: Folder; onClose(): void }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const navigate = useNavigate();
  const shown = useShownFolder();
  const [choice, setChoice] = useState<'move' | 'remove'>('move');
  const [target, setTarget] = useState(() => model.folderByPath('INBOX'));
  const [deleting, setDeleting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const api = useApi();
  const queries = useQueries();
  const rules = useQuery({ queryKey: ['rules'], queryFn: async () => (await api.listRules({})).data });
  const name = folderWords(t, folder.display_name);
  const count = threadsWithin(folder);
  const nested = folder.children.length > 0;
  const threads = t('folders.threads', { count });

  async function remove() {
    setDeleting(true);
    try {
      if (count === 0 && !nested) await model.deleteFolder(folder.id);
      else await model.deleteFolder(folder.id, choice === 'move' && count > 0 ? (target?.id ?? null) : null);
      tellDeleted();
      onClose();
      if (shown !== null && isWithin(shown, folder.display_name))
        await navigate(addressOf(INBOX), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'folder_not_empty') {
        notify({ text: t('folders.dialog.notEmpty', { name }), tone: 'danger' });
        onClose();
        return;
      }
      setFault(errorWords(t, error));
      setDeleting(false);
    }
  }

  return (
    <Stack gap={16}>
      {count > 0 ? (
        <Radio.Group
          label={t(nested ? 'folders.dialog.deleteNested' : 'folders.dialog.deleteFilled', { threads })}
          labelProps={{ fw: 400, mb: 12 }}
          value={choice}
          onChange={(value) => setChoice(value === 'remove' ? 'remove' : 'move')}
        >
          <Stack gap={12}>
            <Radio data-autofocus value="move" label={t('folders.dialog.moveAll')} />
            {choice === 'move' && target && (
              <TargetFolder target={target} deleted={folder} onPick={setTarget} />
            )}
            <Radio
              value="remove"
              label={t('folders.dialog.removeAll')}
              description={t('folders.dialog.removeHint')}
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text>{t(nested ? 'folders.dialog.subfolders' : 'folders.dialog.deleteEmpty')}</Text>
      )}
      {fault && (
        <Text className={styles.fault} role="alert">
          {fault}
        </Text>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} data-autofocus={count === 0 || undefined}>
          {t('common.actions.cancel')}
        </Button>
        <Button
          className={choice === 'move' && count > 0 ? undefined : styles.danger}
          loading={deleting}
          onClick={() => void remove()}
        >
          {buttonWords()}
        </Button>
      </Group>
    </Stack>
  );

  /** Filters that moved mail into it say so on their page from now on. */
  function tellDeleted(): void {
    const filters = countFiltersInto(rules.data ?? [], folder);
    void queries.invalidateQueries({ queryKey: ['rules'] });
    const text = t('folders.dialog.deleted', { name });
    if (filters === 0) {
      notify({ text });
      return;
    }
    const told = showNotice({
      text: `${text} ${t('folders.dialog.filtered', { count: filters })}`,
      action: { label: t('filters.title'), run: showFilters },
      seconds: SECONDS_TO_READ,
    });

    function showFilters(): void {
      dismiss(told);
      void navigate('/setting/customfilters');
    }
  }

  function buttonWords(): string {
    if (count === 0) return t('folders.menu.delete');
    return choice === 'move'
      ? t('folders.dialog.moveAndDelete')
      : t('folders.dialog.removeAndDelete', { threads });
  }
}

type TargetProps = { target: Folder; deleted: Folder; onPick(target: Folder): void };

/** The folder that the mail of a deleted folder moves to. */
function TargetFolder({ target, deleted, onPick }: TargetProps) {
  const { t } = useTranslation();
  const [picking, setPicking] = useState(false);
  return (
    <Popover opened={picking} onChange={setPicking} width={320} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          justify="space-between"
          ml={30}
          fw={400}
          styles={{ label: { flex: 1 } }}
          leftSection={<FolderIcon path={target.display_name} size={16} />}
          rightSection={<IconChevronDown size={16} />}
          aria-label={`${t('folders.dialog.target')}: ${pathWords(t, target.display_name)}`}
          onClick={() => setPicking(!picking)}
        >
          {pathWords(t, target.display_name)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <FolderPicker
          picked={target.display_name}
          hiddenPaths={[deleted.display_name, ...NO_TARGETS]}
          onPick={(picked) => {
            onPick(picked);
            setPicking(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
