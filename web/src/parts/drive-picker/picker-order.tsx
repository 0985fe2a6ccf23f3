import { NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ChangeEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { nextOrder, ORDER_KEYS, type Order, type OrderKey, orderWords } from './choice.ts';

type Props = { order: Order; shared: boolean; onOrder(order: Order): void };

/** DV-3: sorting where there are no column headers. */
export function PickerOrder({ order, shared, onOrder }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        aria-label={t('driveMail.picker.order.label')}
        value={order.key}
        onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
          onOrder(nextOrder(null, currentTarget.value as OrderKey))
        }
        data={ORDER_KEYS.map((key) => ({ value: key, label: t(orderWords(key, shared)) }))}
      />
      <ToolButton
        icon={order.descending ? IconSortDescending : IconSortAscending}
        label={t(`driveMail.picker.order.${order.descending ? 'descending' : 'ascending'}`)}
        onClick={() => onOrder(nextOrder(order, order.key))}
      />
    </>
  );
}
