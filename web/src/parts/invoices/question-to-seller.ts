import type { Invoice } from '@bocau/contract/invoices.ts';
import type { Language } from '../../i18n/i18n.ts';
import type { Say } from '../../i18n/say.ts';
import { dayWords, moneyWords } from './amounts.ts';
import { whyWords } from './check-words.ts';

/** Subject and text of a message that asks the seller about an invoice, with what was found in it. */
export function questionToSeller(t: Say, invoice: Invoice, language: Language) {
  const { seller, form, symbol, number, date, total, currency, checks } = invoice;
  const facts = [
    [t('invoices.fields.number'), number],
    [t('invoices.fields.symbol'), `${form}${symbol}`],
    [t('invoices.fields.date'), date === null ? '' : dayWords(date)],
    [t('invoices.fields.total'), total === null ? '' : moneyWords(total, currency, language)],
  ].flatMap(([name, value]) => (value === '' ? [] : [`- ${name}: ${value}`]));
  const points = checks
    .filter(({ state }) => state === 'failed')
    .map((check) => `- ${t(`invoices.checkNames.${check.check}`)}: ${whyWords(t, check, language)}`);
  const asked = points.length > 0 ? [t('invoices.ask.points'), ...points] : [t('invoices.ask.noPoints')];
  const parts = [
    [t('invoices.ask.greeting', { seller: seller.name || t('invoices.fields.seller') })],
    [t('invoices.ask.about'), ...facts],
    asked,
    [t('invoices.ask.thanks')],
  ];
  return {
    subject: t('invoices.ask.subject', { number, symbol: `${form}${symbol}` }),
    body: parts.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
