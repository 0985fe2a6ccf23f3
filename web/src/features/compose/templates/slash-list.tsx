import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { findTemplates } from '../../../parts/templates/find-templates.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';
import type { SlashQuery } from '../editor/slash-query.ts';
import { TemplateOptions } from './template-options.tsx';
import { useChoice } from './use-choice.ts';

const MARGIN = 8;
const HEIGHT = 236;
const WIDTH = 320;

type Props = {
  slash: SlashQuery;
  entries: readonly TemplateEntry[];
  keys: RefObject<(key: string) => boolean>;
  onChoose(entry: TemplateEntry, range: { from: number; to: number }): void;
};

/** TE-14: the templates that what is typed behind a slash finds; the text keeps the focus. */
export function SlashList({ slash, entries, keys, onChoose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const found = findTemplates(entries, slash.query);
  const choice = useChoice(found, (entry) => onChoose(entry, slash));
  const takeKey = (key: string) => (key === 'Escape' ? found.length > 0 : choice.takeKey(key));
  const latest = useRef(takeKey);

  useLayoutEffect(() => {
    latest.current = takeKey;
    const text = document.activeElement;
    if (found.length > 0) text?.setAttribute('aria-activedescendant', `${id}-${choice.active}`);
    return () => text?.removeAttribute('aria-activedescendant');
  });
  useLayoutEffect(() => {
    keys.current = (key) => latest.current(key);
    return () => {
      keys.current = () => false;
    };
  }, [keys]);

  return createPortal(
    <>
      {found.length > 0 && (
        <section className={styles.slash} style={placeOf(slash)} aria-label={t('templates.insert.list')}>
          <TemplateOptions
            id={id}
            entries={found}
            active={choice.active}
            onActive={choice.setActive}
            onChoose={(entry) => onChoose(entry, slash)}
          />
        </section>
      )}
      <div role="status" className="visually-hidden">
        {t('templates.count', { count: found.length })}
      </div>
    </>,
    document.body,
  );
}

/** Below the line, or above it where there is more room. */
function placeOf({ place }: SlashQuery): { left: number; top?: number; bottom?: number; maxHeight: number } {
  const height = window.visualViewport?.height ?? window.innerHeight;
  const left = Math.max(MARGIN, Math.min(place.left, window.innerWidth - WIDTH - MARGIN));
  const below = height - place.bottom - 2 * MARGIN;
  if (below >= Math.min(HEIGHT, place.top)) {
    return { left, top: place.bottom + 4, maxHeight: Math.min(HEIGHT, below) };
  }
  return {
    left,
    bottom: window.innerHeight - place.top + 4,
    maxHeight: Math.min(HEIGHT, place.top - 2 * MARGIN),
  };
}
