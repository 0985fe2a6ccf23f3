import { LIMITS } from '@bocau/contract/limits.ts';
import { asksForInvoices } from '@bocau/contract/rule-values.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { foldersBelow, pathWords } from '../../parts/folders/folder-names.ts';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import styles from './filter-editor.module.css';
import {
  type ActionsForm,
  type ChoiceProps,
  type FilterForm,
  withAction,
  withRemoval,
} from './filter-form.ts';
import { InvoiceChoices } from './invoice-choices.tsx';
import { verifiedAddresses } from './read-filter.ts';

type Props = {
  form: FilterForm;
  /** The addresses that the rule already forwards to. */
  kept: readonly string[];
  onChange(form: FilterForm): void;
};

export function ActionFields({ form, kept, onChange }: Props) {
  const { t } = useTranslation();
  const { actions } = form;
  const act = (change: Partial<ActionsForm>) => onChange({ ...form, actions: withAction(actions, change) });
  return (
    <>
      <fieldset className={styles.actions}>
        <legend>{t('filters.editor.actions')}</legend>
        <Checkbox
          label={t('filters.editor.star')}
          checked={actions.star}
          onChange={({ currentTarget }) => act({ star: currentTarget.checked })}
        />
        <Checkbox
          label={t('filters.editor.read')}
          checked={actions.read}
          onChange={({ currentTarget }) => act({ read: currentTarget.checked })}
        />
        <MoveChoice actions={actions} onAct={act} />
        <LabelChoice actions={actions} onAct={act} />
        {asksForInvoices(form) && <InvoiceChoices actions={actions} onAct={act} />}
        <RedirectChoice actions={actions} kept={kept} onAct={act} />
        <Checkbox
          label={t('filters.editor.discard')}
          description={t('filters.editor.discardHint')}
          checked={actions.remove}
          onChange={({ currentTarget }) =>
            onChange({ ...form, actions: withRemoval(actions, currentTarget.checked) })
          }
        />
      </fieldset>
      <TextInput
        className={styles.name}
        label={t('filters.editor.name')}
        description={t('filters.editor.nameHint')}
        maxLength={LIMITS.ruleNameLength}
        autoComplete="off"
        value={form.name}
        onChange={({ currentTarget }) => onChange({ ...form, name: currentTarget.value })}
      />
    </>
  );
}

/** Moves the message, and to which folder. */
function MoveChoice({ actions, onAct }: ChoiceProps) {
  const { t } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const folders = foldersBelow(tree).filter((folder) => !(folder.system && NO_TARGETS.includes(folder.name)));
  const isGone = actions.folderId !== null && !folders.some(({ id }) => id === actions.folderId);
  return (
    <div className={styles.choice}>
      <Checkbox
        label={t('filters.editor.move')}
        checked={actions.move}
        onChange={({ currentTarget }) => onAct({ move: currentTarget.checked })}
      />
      <NativeSelect
        aria-label={t('filters.editor.folder')}
        data={[
          { value: '', label: t('filters.editor.chooseFolder') },
          ...folders.map(({ id, display_name }) => ({ value: id, label: pathWords(t, display_name) })),
          ...(isGone ? [{ value: actions.folderId ?? '', label: t('filters.summary.folderGone') }] : []),
        ]}
        value={actions.folderId ?? ''}
        onChange={({ currentTarget }) =>
          onAct(currentTarget.value === '' ? { move: false } : { folderId: currentTarget.value })
        }
      />
    </div>
  );
}

/** Labels the message, and how; a rule of another program may set several, which stay together. */
function LabelChoice({ actions, onAct }: ChoiceProps) {
  const { t } = useTranslation();
  const labels = useMailbox((model) => model.labels());
  if (labels.length === 0 && !actions.label) return null;
  const chosen = actions.labelIds.join(' ');
  const nameOf = (id: string) =>
    labels.find((label) => label.id === id)?.name ?? t('filters.summary.labelGone');
  /** Several, or one that is gone. */
  const isOther = chosen !== '' && !labels.some(({ id }) => id === chosen);
  return (
    <div className={styles.choice}>
      <Checkbox
        label={t('filters.editor.addLabel')}
        checked={actions.label}
        onChange={({ currentTarget }) => onAct({ label: currentTarget.checked })}
      />
      <NativeSelect
        aria-label={t('filters.editor.label')}
        data={[
          { value: '', label: t('filters.editor.chooseLabel') },
          ...labels.map(({ id, name }) => ({ value: id, label: labelPathWords(name) })),
          ...(isOther ? [{ value: chosen, label: actions.labelIds.map(nameOf).join(', ') }] : []),
        ]}
        value={chosen}
        onChange={({ currentTarget }) =>
          onAct({ labelIds: currentTarget.value === '' ? [] : currentTarget.value.split(' ') })
        }
      />
    </div>
  );
}

/** Forwards the message, and to which verified address. */
function RedirectChoice({ actions, kept, onAct }: ChoiceProps & { kept: readonly string[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const rules = useQuery({ queryKey: ['rules'], queryFn: async () => (await api.listRules({})).data });
  const targets = [...new Set([...verifiedAddresses(rules.data ?? []), ...kept])];
  return (
    <div className={styles.choice}>
      <Checkbox
        label={t('filters.editor.redirect')}
        checked={actions.redirect}
        disabled={targets.length === 0}
        onChange={({ currentTarget }) => onAct({ redirect: currentTarget.checked })}
      />
      {targets.length > 0 ? (
        <NativeSelect
          aria-label={t('filters.editor.address')}
          data={[
            { value: '', label: t('filters.editor.chooseAddress') },
            ...optionsOf(targets, kept).map((each) => ({ value: each, label: each })),
          ]}
          value={actions.addresses.join(', ')}
          onChange={({ currentTarget }) =>
            onAct({ addresses: currentTarget.value === '' ? [] : currentTarget.value.split(', ') })
          }
        />
      ) : (
        <p className={styles.hint}>
          {t('filters.editor.noAddress')}{' '}
          <Link to="/setting/autoforward">{t('filters.editor.addAddress')}</Link>
        </p>
      )}
    </div>
  );
}

/** Each address as an option, and the combination of a rule that forwards to several. */
function optionsOf(targets: readonly string[], kept: readonly string[]): string[] {
  return kept.length > 1 ? [...targets, kept.join(', ')] : [...targets];
}
