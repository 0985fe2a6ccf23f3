import type { Rule } from '@bocau/contract/rules.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import lines from '../../parts/settings/lines.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { emptyForm, type FilterForm, toForm } from './filter-form.ts';
import { FilterLine } from './filter-line.tsx';
import styles from './filter-list.module.css';
import { type Filter, filtersOf, ownName } from './read-filter.ts';
import { RunDialog } from './run-dialog.tsx';
import { useFilterActs } from './use-filter-acts.ts';
import { useLineDrag } from './use-line-drag.ts';

type Editing = { initial: FilterForm; rule: Rule | null };

/** The filters for new mail, in the order in which they run. */
export function FilterList({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation();
  const { place, remove, turn } = useFilterActs();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [running, setRunning] = useState<Filter | null>(null);
  const [moved, setMoved] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const filters = filtersOf(rules);
  const ids = filters.map(({ rule }) => rule.id);
  const drag = useLineDrag((dragged, onto) => move(dragged, ids.indexOf(onto)));

  function edit(filter: Filter) {
    setEditing({ initial: toForm(filter.definition, ownName(filter) ?? ''), rule: filter.rule });
  }

  function move(id: string, to: number) {
    const order = ids.filter((other) => other !== id);
    order.splice(to, 0, id);
    setMoved(t('filters.moved', { place: to + 1, count: order.length }));
    void place(order);
  }

  function deleteLine(filter: Filter) {
    heading.current?.focus();
    void remove(filter.rule, ids);
  }

  return (
    <div data-setting="filters">
      <div className={lines.heading}>
        <h2 ref={heading} tabIndex={-1}>
          {t('filters.title')}
        </h2>
        <Button
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() => setEditing({ initial: emptyForm(), rule: null })}
        >
          {t('filters.add')}
        </Button>
      </div>
      <p className={styles.about}>
        {filters.length > 0 ? t('filters.about') : `${t('filters.none')} ${t('filters.noneHint')}`}
      </p>
      {filters.length > 0 && (
        <ol className={lines.lines} aria-label={t('filters.list')}>
          {filters.map((filter, index) => (
            <li key={filter.rule.id} className={styles.line} {...drag.lineOf(filter.rule.id)}>
              <FilterLine
                filter={filter}
                onDrag={drag.start}
                onDragEnd={drag.end}
                onTurn={(on) => void turn(filter.rule, on)}
                onEdit={() => edit(filter)}
                onUp={index > 0 ? () => move(filter.rule.id, index - 1) : null}
                onDown={index < filters.length - 1 ? () => move(filter.rule.id, index + 1) : null}
                onRun={changesMail(filter) ? () => setRunning(filter) : null}
                onDelete={() => deleteLine(filter)}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className={styles.said}>
        {moved}
      </p>
      {running && <RunDialog filter={running} onClose={() => setRunning(null)} />}
      {editing && <FilterEditor {...editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

/** Existing mail is not forwarded again. */
function changesMail({ definition }: Filter): boolean {
  return definition.actions.some(({ enable, type }) => enable && type !== 'redirect');
}
