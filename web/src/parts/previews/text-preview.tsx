import type { File } from '@bocau/contract/messages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type FileText, useFileText } from './file-text.ts';
import styles from './preview-overlay.module.css';
import { Fallback, Waiting } from './preview-states.tsx';
import { readTable } from './read-table.ts';

export function TextPreview({ file }: { file: File }) {
  return (
    <WithText file={file}>
      {({ text }) => (
        <div className={styles.paper}>
          <pre className={styles.text}>{text}</pre>
        </div>
      )}
    </WithText>
  );
}

export function TablePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  return (
    <WithText file={file}>
      {({ text }) => {
        const { rows, cut } = readTable(text);
        const [head = [], ...body] = rows;
        return (
          <div className={styles.tableRoom}>
            <table className={styles.table}>
              <thead>
                <tr>{cells(head, 'th')}</tr>
              </thead>
              <tbody>
                {body.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change
                  <tr key={index}>{cells(row, 'td')}</tr>
                ))}
              </tbody>
            </table>
            {cut && <p className={styles.note}>{t('previews.cut')}</p>}
          </div>
        );
      }}
    </WithText>
  );
}

function cells(row: readonly string[], Cell: 'th' | 'td'): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: nor do their cells
  return row.map((cell, index) => <Cell key={index}>{cell}</Cell>);
}

function WithText({ file, children }: { file: File; children: (text: FileText) => ReactNode }) {
  const { t } = useTranslation();
  const { data, isError } = useFileText(file.id);
  if (isError) return <Fallback file={file} words={t('previews.failed')} />;
  if (!data) return <Waiting />;
  if (data.text === '') return <Fallback file={file} words={t('previews.empty')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={styles.scroll} tabIndex={0}>
      {children(data)}
      {data.cut && <p className={styles.note}>{t('previews.cut')}</p>}
    </div>
  );
}
