import type { InvoiceMark } from '@bocau/contract/invoices.ts';
import type { FilterAction, FilterCondition, FilterRule } from '@bocau/contract/rule-definitions.ts';
import { alternativesOf } from '@bocau/contract/rule-values.ts';
import type { Say } from '../../i18n/say.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';

/** The path of a folder and the name of a label by their ids; null where there is none. */
export type ActionNames = { pathOf(id: string): string | null; labelOf(id: string): string | null };

export function actionNames(model: MailModel): ActionNames {
  return {
    pathOf: (id) => model.folderById(id)?.display_name ?? null,
    labelOf: (id) => model.labels().find((label) => label.id === id)?.name ?? null,
  };
}

/** The filter's actions in words. */
export function filterWords(t: Say, filter: FilterRule, names: ActionNames): string {
  const between = t(filter.match === 'any' ? 'filters.summary.or' : 'filters.summary.and');
  const conditions = filter.conditions
    .map((condition, index) => {
      const words = conditionWords(t, condition);
      return index === 0 ? words : uncapitalised(words);
    })
    .join(between);
  return t('filters.summary.whole', { conditions, actions: actionWords(t, filter.actions, names) });
}

export function actionWords(t: Say, actions: readonly FilterAction[], names: ActionNames): string {
  return actions
    .filter(({ enable }) => enable)
    .map((action) => oneAction(t, action, names))
    .join(', ');
}

function oneAction(t: Say, { type, value }: FilterAction, names: ActionNames): string {
  switch (type) {
    case 'setflag':
      return t(value === 'Seen' ? 'filters.summary.actions.read' : 'filters.summary.actions.star');
    case 'fileinto': {
      const path = names.pathOf(value);
      if (path === null) return t('filters.summary.actions.moveGone');
      return t('filters.summary.actions.move', { folder: folderWords(t, path) });
    }
    case 'addlabel': {
      const name = names.labelOf(value);
      if (name === null) return t('filters.summary.actions.labelGone');
      return t('filters.summary.actions.label', { label: labelPathWords(name) });
    }
    case 'redirect':
      return t('filters.summary.actions.redirect', { address: value });
    case 'save_invoice':
      return t('filters.summary.actions.saveInvoice', { folder: value });
    case 'mark_invoice':
      return t('filters.summary.actions.markInvoice', {
        mark: t(`filters.summary.marks.${value as InvoiceMark}`),
      });
    case 'discard':
      return t('filters.summary.actions.remove');
  }
}

function conditionWords(t: Say, condition: FilterCondition): string {
  const positive = condition.comparator !== '!contains';
  switch (condition.type) {
    case 'from': {
      const value = oneOf(t, alternativesOf(condition.value));
      return t(positive ? 'filters.summary.conditions.from' : 'filters.summary.conditions.notFrom', {
        value,
      });
    }
    case 'to': {
      const value = oneOf(t, alternativesOf(condition.value));
      return t(positive ? 'filters.summary.conditions.to' : 'filters.summary.conditions.notTo', { value });
    }
    case 'subject': {
      const value = oneOf(t, quoted(condition.value));
      return t(positive ? 'filters.summary.conditions.subject' : 'filters.summary.conditions.notSubject', {
        value,
      });
    }
    case 'body': {
      const value = oneOf(t, quoted(condition.value));
      return t(positive ? 'filters.summary.conditions.body' : 'filters.summary.conditions.notBody', {
        value,
      });
    }
    case 'size': {
      const size = `${condition.value} ${condition.unit}B`;
      return t(
        condition.comparator === 'over'
          ? 'filters.summary.conditions.over'
          : 'filters.summary.conditions.under',
        { size },
      );
    }
    case 'invoice':
      return t('filters.summary.conditions.invoice');
    case 'invoice_seller': {
      const value = oneOf(t, alternativesOf(condition.value));
      return t(positive ? 'filters.summary.conditions.seller' : 'filters.summary.conditions.notSeller', {
        value,
      });
    }
    case 'invoice_total':
      return t('filters.summary.conditions.total', { total: condition.value });
    case 'attachment':
      return t(
        positive ? 'filters.summary.conditions.attachment' : 'filters.summary.conditions.notAttachment',
      );
  }
}

function quoted(value: string): string[] {
  return alternativesOf(value).map((text) => `“${text}”`);
}

function oneOf(t: Say, values: readonly string[]): string {
  return values.join(t('filters.summary.or'));
}

function uncapitalised(words: string): string {
  return words.charAt(0).toLocaleLowerCase() + words.slice(1);
}
