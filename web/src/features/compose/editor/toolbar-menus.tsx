import type { Editor } from '@tiptap/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { Opened } from '../../../ui/use-opener.ts';
import { ALIGNMENTS, type Alignment, align } from './blocks.ts';
import styles from './editor-toolbar.module.css';
import { proportionsOf, selectedImage, setImageSize, sizeOf, widthsFor } from './image-size.ts';
import { BACKGROUNDS, BASE_FONT, BASE_SIZE, FONT_FAMILIES, FONT_SIZES, TEXT_COLOURS } from './mail-look.ts';
import { changeTable, insertTable, TABLE_ACTS, type TableAct } from './tables.ts';

type MenuProps = Opened & { editor: Editor };

/** The normal size comes first and sets no size: it is the default of a message. */
const SIZES = FONT_SIZES.toSorted((a, b) => Number(b === BASE_SIZE) - Number(a === BASE_SIZE) || a - b);

export function SizeMenu({ editor, size, ...opened }: MenuProps & { size: number }) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {SIZES.map((each) => (
        <Menu.RadioItem
          key={each}
          value={String(each)}
          checked={each === size}
          closeMenuOnClick
          rightSection={<span className={styles.number}>{each}</span>}
          onChange={() => setMark(editor, 'fontSize', each === BASE_SIZE ? null : each)}
        >
          <span style={{ fontSize: each, lineHeight: 1.4 }}>{t(`compose.editor.sizes.${each}`)}</span>
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}

export function FontMenu({ editor, now, ...opened }: MenuProps & { now: string | null }) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {FONT_FAMILIES.map(({ name, value }) => (
        <Menu.RadioItem
          key={name}
          value={name}
          checked={value === now}
          closeMenuOnClick
          rightSection={value === null ? t('compose.editor.normalFont') : undefined}
          onChange={() => setMark(editor, 'fontFamily', value)}
        >
          <span style={{ fontFamily: value ?? BASE_FONT }}>{name}</span>
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}

/** Columns and rows. */
const TABLE_SIZES = [
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
] as const;

export function TableMenu({ editor, inside, ...opened }: MenuProps & { inside: boolean }) {
  const { t } = useTranslation();
  const acts = Object.keys(TABLE_ACTS) as TableAct[];
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {inside
        ? acts.map((act) => (
            <Menu.Item key={act} onClick={() => changeTable(editor, act)}>
              {t(`compose.editor.tableActs.${act}`)}
            </Menu.Item>
          ))
        : TABLE_SIZES.map(([columns, rows]) => (
            <Menu.Item key={columns} onClick={() => insertTable(editor, columns, rows)}>
              {t('compose.editor.tableSize', { columns, rows })}
            </Menu.Item>
          ))}
    </AnchoredMenu>
  );
}

/** Sizes of the selected image. */
export function ImageMenu({ editor, ...opened }: MenuProps) {
  const { t } = useTranslation();
  const selected = selectedImage(editor);
  const natural = selected && proportionsOf(selected.image);
  if (!selected || !natural) return null;
  const now = selected.image.getAttribute('width');
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {widthsFor(natural).map((each) => {
        const size = sizeOf(each, natural);
        return (
          <Menu.RadioItem
            key={each}
            value={each}
            checked={now === String(size.width)}
            closeMenuOnClick
            rightSection={
              <span className={styles.number}>
                {size.width} × {size.height}
              </span>
            }
            onChange={() => {
              setImageSize(editor, selected.at, size);
              editor.view.focus();
            }}
          >
            {t(`compose.editor.imageSizes.${each}`)}
          </Menu.RadioItem>
        );
      })}
    </AnchoredMenu>
  );
}

type ColourMark = 'textColour' | 'background';

export function ColourMenu(props: MenuProps & { mark: ColourMark; now: string | null }) {
  const { editor, mark, now, ...opened } = props;
  const { t } = useTranslation();
  const colours = mark === 'textColour' ? TEXT_COLOURS : BACKGROUNDS;
  const none = t(mark === 'textColour' ? 'compose.editor.noColour' : 'compose.editor.noBackground');
  return (
    <AnchoredMenu {...opened} position="bottom-start" width={200}>
      <Menu.RadioItem
        value=""
        checked={now === null}
        closeMenuOnClick
        onChange={() => setMark(editor, mark, null)}
      >
        {none}
      </Menu.RadioItem>
      {colours.map(({ words, value }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={now === value}
          closeMenuOnClick
          rightSection={<span className={styles.swatch} style={{ background: value }} />}
          onChange={() => setMark(editor, mark, value)}
        >
          {t(`compose.editor.colours.${words}`)}
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}

export function AlignMenu({ editor, now, ...opened }: MenuProps & { now: Alignment }) {
  const { t } = useTranslation();
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {ALIGNMENTS.map((each) => (
        <Menu.RadioItem
          key={each}
          value={each}
          checked={each === now}
          closeMenuOnClick
          onChange={() => {
            align(editor, each);
            editor.commands.focus();
          }}
        >
          {t(`compose.editor.alignments.${each}`)}
        </Menu.RadioItem>
      ))}
    </AnchoredMenu>
  );
}

function setMark(editor: Editor, mark: string, value: string | number | null): void {
  const chain = editor.chain().focus();
  if (value === null) chain.unsetMark(mark).run();
  else chain.setMark(mark, { value }).run();
}
