import { useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-body.module.css';
import { firstLines, type Line, readPlainText } from './read-plain-text.ts';

const LEVELS = 3;
/** What is drawn at once; the longest messages have a million lines. */
const FIRST_LINES = 2_000;
const NEXT_LINES = 4_000;

/** A message without markup: its lines, quotes in their levels, links that lead where they say. */
export function PlainBody({ text, forwarded = false }: { text: string; forwarded?: boolean }) {
  const { t } = useTranslation();
  const [room, setRoom] = useState(FIRST_LINES);
  const start = useMemo(() => firstLines(text, room), [text, room]);
  const { lines, quoted } = useMemo(() => readPlainText(start, forwarded), [start, forwarded]);
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
      {start.length < text.length && (
        <button type="button" className={styles.link} onClick={() => setRoom(room + NEXT_LINES)}>
          {t('threadDetail.body.showRest')}
        </button>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return groups(lines).map(({ level, key, own }) => (
    <div key={key} className={level === 0 ? undefined : styles.quote} data-level={((level - 1) % LEVELS) + 1}>
      {own.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a message never change
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
