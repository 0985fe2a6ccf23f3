import { LIMITS } from '@bocau/contract/limits.ts';
import {
  type FilterCondition,
  type FilterRule,
  isFilter,
  type RuleDefinition,
} from '@bocau/contract/rule-definitions.ts';
import { alternativesOf, asksForInvoices, isAboutInvoices } from '@bocau/contract/rule-values.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { sizeOf } from './compile-filters.ts';
import { addressTest, containsTest, DOLLAR, quoted, variable } from './sieve-text.ts';
import { vacationLines } from './vacation-to-sieve.ts';

/** Context that the definitions do not contain: folder names, and verified addresses. */
export type SieveWorld = {
  /** The name of a folder; undefined when it is gone, and its mail stays in the inbox. */
  folderName(id: string): string | undefined;
  /** By which mail programs know a label; undefined when it is gone, and nothing is set. */
  labelKeyword(id: string): string | undefined;
  isVerified(address: string): boolean;
  /** The time zone in which days begin. */
  timeZone: string;
};

/** One rule as an equivalent Sieve script (RFC 5228). */
export function toSieve(definition: RuleDefinition, world: SieveWorld): string {
  return filtersToSieve([definition], world);
}

/**
 * Rules as one script, in the order of evaluation. When several file or redirect, `folder` holds the first
 * folder, and `targets` the addresses redirected to so far.
 */
export function filtersToSieve(definitions: RuleDefinition[], world: SieveWorld): string {
  const filters = definitions.filter(isFilter);
  const several = filters.length > 1;
  const targets = filters.flatMap((filter) => targetsOf(filter, world));
  // Two spellings of one address count once.
  const isTwice = new Set(targets.map(foldAddress)).size < new Set(targets).size;
  const guards = { folder: several, targets: isTwice || targets.length > LIMITS.redirectsPerMessage };
  const lines = definitions.flatMap((definition) => linesOf(definition, world, guards));
  const script = [
    ...(lines.some((line) => line.includes(DOLLAR)) ? ['set "dollar" "$";'] : []),
    ...(guards.folder ? ['set "folder" "";'] : []),
    ...(guards.targets ? ['set "targets" "";', 'set "count" "";'] : []),
    ...(filters.some(asksForAttachments) ? ATTACHMENTS : []),
    ...lines,
    ...(guards.folder ? FILE : []),
  ];
  const extensions = EXTENSIONS.filter(({ used }) => script.some((line) => used.test(line)));
  const names = extensions.map(({ name }) => quoted(name)).join(', ');
  return [...(names === '' ? [] : [`require [${names}];`]), ...script, ''].join('\r\n');
}

const EXTENSIONS = [
  { name: 'fileinto', used: /\bfileinto / },
  { name: 'imap4flags', used: /\baddflag / },
  { name: 'copy', used: /\bredirect :copy / },
  { name: 'body', used: /\bbody / },
  { name: 'regex', used: / :regex / },
  { name: 'vacation', used: /^ {2}vacation / },
  { name: 'date', used: /\bcurrentdate / },
  { name: 'relational', used: / :value / },
  { name: 'variables', used: /\bset "/ },
  { name: 'mime', used: / :mime / },
  { name: 'foreverypart', used: /\bforeverypart / },
];

const FILE = [`if not string :is ${variable('folder')} "" {`, `  fileinto ${variable('folder')};`, '}'];

/**
 * RFC 5703: parts with the disposition attachment, and those that are neither text nor image and not inline.
 * A part without a type has none in Sieve, not even an empty one, and is text (RFC 2045, 5.2).
 */
const ATTACHMENTS = [
  'set "attachment" "";',
  'foreverypart {',
  '  if anyof (header :mime :type :is "Content-Disposition" "attachment",',
  '    allof (exists :mime "Content-Type",',
  '      not header :mime :type :is "Content-Type" ["", "text", "image", "multipart", "message"],',
  '      not header :mime :type :is "Content-Disposition" "inline")) {',
  '    set "attachment" "yes";',
  '  }',
  '}',
];

type Guards = { folder: boolean; targets: boolean };

function linesOf(definition: RuleDefinition, world: SieveWorld, guards: Guards): string[] {
  if (isFilter(definition)) return filterLines(definition, world, guards);
  switch (definition.type) {
    case 'auto_mark_spam':
      return [`if ${addressTest(['from'], [definition.from])} {`, '  fileinto "Junk";', '  stop;', '}'];
    case 'autofw':
      return definition.is_enable && world.isVerified(definition.email)
        ? [`redirect :copy ${quoted(definition.email)};`]
        : [];
    case 'vacation':
      return definition.is_enable ? vacationLines(definition, world.timeZone) : [];
  }
}

/** Invoices are read after the delivery, and Sieve acts in it. */
const ONLY_HERE =
  '# Only in Bồ Câu: acts once the invoices of a message are read, for which Sieve has no test.';

function filterLines(filter: FilterRule, world: SieveWorld, guards: Guards): string[] {
  const tests = filter.conditions.map(conditionTest);
  const joined =
    tests.length === 1 ? tests[0] : `${filter.match === 'any' ? 'anyof' : 'allof'} (${tests.join(', ')})`;
  return [
    ...(asksForInvoices(filter) ? [ONLY_HERE] : []),
    `if ${joined} {`,
    ...actionLines(filter, world, guards).map((line) => `  ${line}`),
    '}',
  ];
}

function conditionTest(condition: FilterCondition): string {
  if (isAboutInvoices(condition)) return 'false';
  if (condition.type === 'size') return `size :${condition.comparator} ${sizeText(condition)}`;
  const test = contentTest(condition);
  return condition.comparator === 'contains' ? test : `not ${test}`;
}

type ContentCondition = Extract<FilterCondition, { type: 'from' | 'to' | 'subject' | 'body' | 'attachment' }>;

function contentTest(condition: ContentCondition): string {
  const values = alternativesOf(condition.value);
  switch (condition.type) {
    case 'from':
      return addressTest(['from', 'sender'], values);
    case 'to':
      return addressTest(['to', 'cc'], values);
    case 'subject':
      return containsTest('header', '"subject"', values);
    case 'body':
      return containsTest('body :text', '', values);
    case 'attachment':
      return `string :is ${variable('attachment')} "yes"`;
  }
}

function sizeText(condition: Extract<FilterCondition, { type: 'size' }>): string {
  return Number.isInteger(condition.value)
    ? `${condition.value}${condition.unit}`
    : String(sizeOf(condition));
}

function actionLines(filter: FilterRule, world: SieveWorld, guards: Guards): string[] {
  const enabled = filter.actions.filter(({ enable }) => enable);
  if (enabled.some(({ type }) => type === 'discard')) {
    return guards.folder
      ? [
          `if string :is ${variable('folder')} "" {`,
          '  discard;',
          '} else {',
          `  fileinto ${variable('folder')};`,
          '}',
          'stop;',
        ]
      : ['discard;', 'stop;'];
  }
  const flags = new Set(
    enabled.flatMap(({ type, value }) => {
      if (type === 'setflag') return [`\\${value}`];
      return type === 'addlabel' ? (world.labelKeyword(value) ?? []) : [];
    }),
  );
  const folder = enabled.find(({ type }) => type === 'fileinto');
  return [
    ...[...flags].map((flag) => `addflag ${quoted(flag)};`),
    ...(folder ? folderLines(world.folderName(folder.value) ?? 'INBOX', guards) : []),
    ...targetsOf(filter, world).flatMap((target) => redirectLines(target, guards)),
  ];
}

function folderLines(name: string, guards: Guards): string[] {
  if (!guards.folder) return [`fileinto ${quoted(name)};`];
  return [`if string :is ${variable('folder')} "" {`, `  set "folder" ${quoted(name)};`, '}'];
}

/** Pigeonhole fails a script that redirects more often than allowed. */
function redirectLines(target: string, guards: Guards): string[] {
  if (!guards.targets) return [`redirect :copy ${quoted(target)};`];
  const most = '1'.repeat(LIMITS.redirectsPerMessage);
  const mark = `<${foldAddress(target)}>`;
  return [
    `if not anyof (string :is ${variable('count')} "${most}", string :contains ${variable('targets')} ${quoted(mark)}) {`,
    `  set "targets" ${variable('targets', quoted(mark).slice(1, -1))};`,
    `  set "count" ${variable('count', '1')};`,
    `  redirect :copy ${quoted(target)};`,
    '}',
  ];
}

function targetsOf({ actions }: FilterRule, world: SieveWorld): string[] {
  const written = actions.flatMap(({ enable, type, value }) =>
    enable && type === 'redirect' && world.isVerified(value) ? [value] : [],
  );
  const folded = written.map(foldAddress);
  return written.filter((_, index) => folded.indexOf(folded[index] as string) === index);
}

function asksForAttachments({ conditions }: FilterRule): boolean {
  return conditions.some(({ type }) => type === 'attachment');
}
