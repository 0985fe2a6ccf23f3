import { TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { use, useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './help.module.css';
import type { PageId } from './page-ids.ts';
import { type Block, findPages, type Page, type Picture, type Run, readPages, textOf } from './read-pages.ts';

const read = new Map<Language, Promise<readonly Page[]>>();

function pagesOf(language: Language): Promise<readonly Page[]> {
  const pages = read.get(language) ?? readPages(language);
  read.set(language, pages);
  // A failed load is retried the next time.
  pages.catch(() => read.delete(language));
  return pages;
}

type Props = {
  /** Null: only the list of pages, where there is room for one of the two. */
  page: PageId | null;
  onPage(page: PageId | null): void;
};

/** The list of pages with a search, and the chosen page. */
export function Help({ page: shown, onPage }: Props) {
  const { t, language } = useTranslation();
  const pages = use(pagesOf(language));
  const [typed, setTyped] = useState('');
  const found = findPages(pages, typed, t);
  const page = pages.find(({ id }) => id === shown);

  return (
    <div className={styles.help} data-reads={(page && typed === '') || undefined}>
      <div className={styles.side}>
        <TextInput
          type="search"
          value={typed}
          leftSection={<IconSearch size={16} />}
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <nav className={styles.pages} aria-label={t('help.pages')}>
          {found.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              aria-current={id === shown ? 'page' : undefined}
              onClick={() => {
                setTyped('');
                onPage(id);
              }}
            >
              {title}
            </button>
          ))}
        </nav>
        <p role="status" className={styles.none}>
          {found.length === 0 && t('help.none', { text: typed })}
        </p>
      </div>
      {page && <Article key={page.id} page={page} onList={() => onPage(null)} />}
    </div>
  );
}

function Article({ page, onList }: { page: Page; onList(): void }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  // The title rather than the article: for an article taller than the screen, the nearest edge would be its
  // end. Newer browsers return a promise, which an effect must not return as its clean-up.
  useLayoutEffect(() => void title.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <article className={styles.article} aria-labelledby="help-title">
      <button type="button" className={styles.list} onClick={onList}>
        <IconArrowLeft size={16} />
        {t('help.pages')}
      </button>
      <h2 id="help-title" ref={title}>
        {page.title}
      </h2>
      {page.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
        <BlockOf key={at} block={block} />
      ))}
    </article>
  );
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{runs(block.runs)}</p>;
  if (block.kind === 'picture') return <PictureOf picture={block.picture} />;
  const items = block.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={at}>{runs(item)}</li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** If it fails to load, as without a network, the text is sufficient. */
function PictureOf({ picture: { source, width, height, alt } }: { picture: Picture }) {
  const { t } = useTranslation();
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      className={styles.picture}
      src={source}
      width={width}
      height={height}
      alt={textOf(alt, t)}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}

function runs(list: readonly Run[]) {
  return list.map((run, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <RunOf key={at} run={run} />
  ));
}

function RunOf({ run }: { run: Run }) {
  const { t } = useTranslation();
  // Within a sentence, a button's trailing ellipsis is dropped.
  if (run.kind === 'word') return <b>{t(run.key).replace(/…$/, '')}</b>;
  return run.kind === 'code' ? <code>{run.text}</code> : run.text;
}
