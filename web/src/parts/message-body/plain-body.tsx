import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-body.module.css';
import { type PortionStart, readPortion, splitQuote } from './read-plain-text.ts';

const LEVELS = 3;
/** Line breaking takes time quadratic in the length of a text run. */
const RUN = 2_000;
/** A run ends after whitespace, so that no letter is separated from its diacritics. */
const SHORT_RUN = new RegExp(`[^]{1,${RUN}}(?<=\\s)|[^]{1,${RUN}}`, 'gu');
const BEGINNING: PortionStart = { at: 0, level: null };

/** A plain-text message: its lines, quotes by level, and links whose text is their target. */
export function PlainBody({ text, forwarded = false }: { text: string; forwarded?: boolean }) {
  const { t } = useTranslation();
  const { own, quoted } = useMemo(() => splitQuote(text, forwarded), [text, forwarded]);
  const [open, setOpen] = useState(false);
  const label = t('threadDetail.body.quote');
  return (
    <div className={styles.plain}>
      <Portions text={own} />
      {quoted !== '' && (
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
      {open && <Portions text={quoted} />}
    </div>
  );
}

/** Renders a text portion by portion, on demand: the longest messages have a million lines. */
function Portions({ text }: { text: string }) {
  const { t } = useTranslation();
  const [starts, setStarts] = useState<readonly PortionStart[]>([BEGINNING]);
  const last = starts.at(-1) ?? BEGINNING;
  const { next } = useMemo(() => readPortion(text, last), [text, last]);
  return (
    <>
      {starts.map((start) => (
        <DrawnPortion key={start.at} text={text} start={start} />
      ))}
      {next && (
        <button type="button" className={styles.link} onClick={() => setStarts([...starts, next])}>
          {t('threadDetail.body.showRest')}
        </button>
      )}
    </>
  );
}

/** Memoised: later portions do not rerender earlier ones. */
const DrawnPortion = memo(function DrawnPortion({ text, start }: { text: string; start: PortionStart }) {
  const { groups } = useMemo(() => readPortion(text, start), [text, start]);
  return groups.map(({ level, pieces }, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a message never change
      key={index}
      className={level === 0 ? undefined : styles.quote}
      data-level={((level - 1) % LEVELS) + 1}
    >
      {pieces.map((piece, at) =>
        piece.kind === 'text' ? (
          runsOf(piece.text)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
          <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer">
            {piece.text}
          </a>
        ),
      )}
    </div>
  ));
});

/** Each run is an element, so that lines are broken run by run; the look is the same. */
function runsOf(text: string): ReactNode {
  if (text.length <= RUN) return text;
  const runs = text.match(SHORT_RUN) ?? [];
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return runs.map((run, index) => <span key={index}>{run}</span>);
}
