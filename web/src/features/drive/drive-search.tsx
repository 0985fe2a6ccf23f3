import { useTranslation } from '../../i18n/use-translation.ts';
import { driveAddressOf, driveListOf } from '../../parts/drive/drive-address.ts';
import { ListSearch } from '../../parts/finding/list-search.tsx';
import { useLocation, useMatch } from '../../router/router.tsx';
import styles from './drive-search.module.css';

/** Finds entries by name, and files by their text, as the user types. */
export function DriveSearch() {
  const { t } = useTranslation();
  const { search: query } = useLocation();
  const list = driveListOf(useMatch('/drive/:place?') ?? {}, query);
  return (
    <ListSearch
      label={t('drive.search.label')}
      clearLabel={t('drive.search.clear')}
      className={styles.search}
      typedMs={300}
      address={driveAddressOf(list)}
      words={list.kind === 'search' ? list.words : null}
      addressOf={(words) =>
        driveAddressOf(words === '' ? { kind: 'folder', id: null } : { kind: 'search', words })
      }
    />
  );
}
