import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconBraces, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { findFields } from '../../../parts/merges/find-fields.ts';
import { NotSentTo } from '../../../parts/merges/not-sent-to.tsx';
import { Link } from '../../../router/router.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { TypedList } from '../templates/typed-list.tsx';
import styles from './merge-line.module.css';
import type { MergeFields } from './use-merge-fields.ts';

type Props = { merge: Merge; fields: MergeFields; view: Pick<ComposeWindow, 'to' | 'cc' | 'bcc'> };

/** In place of the recipients, who are in the table of a mail merge. */
export function MergeLine({ merge, fields, view }: Props) {
  const { t } = useTranslation();
  const { columns, typed } = fields;
  const found = typed ? findFields(columns, typed.query.query) : [];
  return (
    <div className={styles.line}>
      <IconUsers size={18} aria-hidden />
      <Link to={`/merges/${merge.id}?step=table`} className={styles.people}>
        {t('merging.people', { name: merge.source_name, count: merge.counts.rows })}
      </Link>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="compact-md" leftSection={<IconBraces size={16} />}>
            {t('merging.insert')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.columns}>
          {columns.map((column) => (
            <Menu.Item key={column.field} onClick={() => fields.insert(column, null)}>
              {`{${column.field}}`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <NotSentTo recipients={view} className={styles.notSent} />
      {typed && (
        <TypedList
          query={typed.query}
          label={t('merging.columns')}
          found={found}
          counted={t('merging.columnsFound', { count: found.length })}
          keys={fields.keys}
          optionOf={({ field, sample }) => ({ key: field, name: `{${field}}`, about: sample })}
          onChoose={(column) => fields.insert(column, typed)}
        />
      )}
    </div>
  );
}
