import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './department-filter.module.css';
import { type DepartmentNode, listedNodes } from './department-tree.ts';

type Props = {
  tree: readonly DepartmentNode[];
  department: string | null;
  onDepartment(department: string | null): void;
  onClose(): void;
};

/** Row 0 is all departments. */
const ALL = 0;

/** The departments as a tree that is narrowed by words: arrows move, Enter chooses, also from the field. */
export function DepartmentTreeDialog({ tree, department, onDepartment, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(ALL);
  const list = useRef<HTMLDivElement>(null);
  const nodes = listedNodes(tree, words);
  const isNarrowed = words.trim() !== '';

  function choose(row: number): void {
    const node = nodes[row - 1];
    if (row === ALL) onDepartment(null);
    else if (node) onDepartment(node.name);
  }

  function moveTo(row: number): void {
    const next = Math.min(Math.max(row, ALL), nodes.length);
    setAt(next);
    list.current?.querySelectorAll('[role="treeitem"]')[next]?.scrollIntoView({ block: 'nearest' });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Enter') choose(at);
    else return;
    event.preventDefault();
  }

  const idOf = (row: number) => `department-${row}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contactPeople.directory.departments')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="departments"
        aria-activedescendant={idOf(at)}
        aria-label={t('contactPeople.directory.findDepartment')}
        placeholder={t('contactPeople.directory.findDepartment')}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          // The first that is found, where something is looked for.
          setAt(currentTarget.value.trim() === '' ? ALL : ALL + 1);
        }}
        onKeyDown={onKey}
      />
      <div
        ref={list}
        id="departments"
        className={styles.tree}
        role="tree"
        aria-label={t('contactPeople.directory.departments')}
      >
        <Item
          {...{ id: idOf(ALL), level: 1, label: t('contactPeople.directory.allDepartments'), total: null }}
          active={at === ALL}
          chosen={department === null}
          onChoose={() => choose(ALL)}
        />
        {nodes.map((node, index) => (
          <Item
            key={node.name}
            {...{ id: idOf(index + 1), level: node.level, label: node.label, total: node.total }}
            active={at === index + 1}
            chosen={node.name === department}
            onChoose={() => choose(index + 1)}
          />
        ))}
        {isNarrowed && nodes.length === 0 && (
          <p className={styles.none} role="status">
            {t('contactPeople.directory.noDepartment')}
          </p>
        )}
      </div>
    </Modal>
  );
}

type ItemProps = {
  id: string;
  level: number;
  label: string;
  total: number | null;
  active: boolean;
  chosen: boolean;
  onChoose(): void;
};

function Item({ id, level, label, total, active, chosen, onChoose }: ItemProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      id={id}
      className={styles.item}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-selected={chosen}
      data-active={active || undefined}
      style={{ paddingInlineStart: 12 + (level - 1) * 20 }}
      onClick={onChoose}
    >
      <span className={styles.label}>{label}</span>
      {total !== null && <span className={styles.total}>{total}</span>}
    </div>
  );
}
