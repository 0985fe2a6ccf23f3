import { LABEL_COLORS, type LabelColor } from '@bocau/contract/labels.ts';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import styles from './color-choice.module.css';
import { labelColour } from './label-chip.tsx';

type Props = { value: LabelColor; onChoose(color: LabelColor): void; asMenu?: boolean };

/** The twelve colours of labels: radio buttons, or items of the menu that it is in. */
export function ColorChoice({ value, onChoose, asMenu = false }: Props) {
  const { t } = useTranslation();
  const name = useId();
  if (asMenu) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a <fieldset> has no place in a menu
      <div className={styles.colors} data-menu role="group" aria-label={t('labels.color')}>
        {LABEL_COLORS.map((color) => (
          <Menu.RadioItem
            key={color}
            value={color}
            checked={color === value}
            closeMenuOnClick
            aria-label={t(`labels.colors.${color}`)}
            title={t(`labels.colors.${color}`)}
            className={styles.color}
            classNames={{ itemIndicator: styles.indicator, itemLabel: styles.shown }}
            style={labelColour({ color })}
            onChange={() => onChoose(color)}
          >
            <Dot on={color === value} />
          </Menu.RadioItem>
        ))}
      </div>
    );
  }
  return (
    <fieldset className={styles.choice}>
      <legend>{t('labels.color')}</legend>
      <div className={styles.colors}>
        {LABEL_COLORS.map((color) => (
          <label
            key={color}
            className={styles.color}
            title={t(`labels.colors.${color}`)}
            style={labelColour({ color })}
          >
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              aria-label={t(`labels.colors.${color}`)}
              checked={color === value}
              onChange={() => onChoose(color)}
            />
            <Dot on={color === value} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Dot({ on }: { on: boolean }) {
  return <span className={styles.dot}>{on && <IconCheck size={14} aria-hidden />}</span>;
}
