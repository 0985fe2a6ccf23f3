import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './message-body.module.css';
import { type Line, readPlainText } from './read-plain-text.ts';

const LEVELS = 3;

/** A letter without markup: its lines, quotes in their levels, links that lead where they say. */
export function PlainBody({ text }: { text: string }) {
  const { t } = useTranslation();
  const { lines, quoted } = useMemo(() => readPlainText(text), [text]);
  const [open, setOpen] = useState(false);
  const label = t('threadDetail.body.quote');
  return (
    <div className={styles.plain}>
      <Lines lines={lines} />
      {quoted.length > 0 && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={open}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!open)}
        >
          •••
        </button>
      )}
      {open && <Lines lines={quoted} />}
    </div>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return groups(lines).map(({ level, key, own }) => (
    <div key={key} className={level === 0 ? undefined : styles.quote} data-level={((level - 1) % LEVELS) + 1}>
      {own.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a letter never change
        <span key={index}>
          {line.pieces.map((piece, at) =>
            piece.kind === 'text' ? (
              piece.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
              <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer">
                {piece.text}
              </a>
            ),
          )}
          {'\n'}
        </span>
      ))}
    </div>
  ));
}

function groups(lines: readonly Line[]): { level: number; key: number; own: Line[] }[] {
  const found: { level: number; key: number; own: Line[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = found.at(-1);
    if (last && last.level === line.level) last.own.push(line);
    else found.push({ level: line.level, key: index, own: [line] });
  }
  return found;
}
