import type {
  AlterTableCmd,
  AlterTableStmt,
  ColumnDef,
  Constraint,
  IndexStmt,
  Node,
  RangeVar,
} from '@pgsql/types';
import { parse } from 'libpg-query';
import { reviewedMigrations } from './reviewed-migrations.ts';
import type { SourceFile } from './source-files.ts';

const FILE = /^server\/src\/migrations\/((\d{3})-.*\.sql)$/;
/** Earlier migrations ran before any installation had 10 million messages. */
const FIRST_CHECKED = 76;
const OUTSIDE = /^-- outside a transaction\b/;
const CONTRACTION = /^\d{3}-contract-/;

type Reviewed = { file: string; fault: string; why: string };

/**
 * Finds migrations that block writers for more than two seconds at 10 million messages, or that break the
 * previous release, which keeps running alongside (docs/decisions/082). Each fault says what to do instead.
 */
export async function checkMigrationRules(
  files: SourceFile[],
  reviewed: Reviewed[] = reviewedMigrations,
): Promise<string[]> {
  const faults: string[] = [];
  const used = new Set<Reviewed>();
  for (const { path, text } of files) {
    const [, name = '', number] = FILE.exec(path) ?? [];
    if (number === undefined || Number(number) < FIRST_CHECKED) continue;
    for (const fault of await faultsOf(name, text)) {
      const line = reviewed.find((one) => one.file === name && fault.includes(one.fault));
      if (line) used.add(line);
      else faults.push(`${path}: ${fault}`);
    }
  }
  for (const line of reviewed) {
    if (!used.has(line))
      faults.push(`tools/reviewed-migrations.ts: nothing needs the line of ${line.file} (${line.fault})`);
  }
  return faults;
}

async function faultsOf(name: string, text: string): Promise<string[]> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt?: Node }[] };
  const statements = stmts.flatMap(({ stmt }) => stmt ?? []);
  if (OUTSIDE.test(text))
    return [...statements.flatMap(outsideFaults), ...lineFaults(text, statements.length)];
  const made = new Set(statements.flatMap(tableMadeBy));
  const isOld = (table: RangeVar | undefined) => table?.relname !== undefined && !made.has(table.relname);
  const faults = statements.flatMap((statement) => faultsInside(statement, isOld, CONTRACTION.test(name)));
  const locked = new Set(
    statements.flatMap((statement) => lockedBy(statement)).filter((one) => !made.has(one)),
  );
  if (locked.size > 1)
    faults.push(`keeps ${[...locked].join(' and ')} locked together; give each table a file of its own`);
  if (locked.size > 0 && statements.some(movesRows))
    faults.push(`moves rows while ${[...locked].join()} is locked; put that into another file`);
  return faults;
}

/** Statements that cannot run in a transaction. The allowed ones do not block writers and can be rerun. */
function outsideFaults(statement: Node): string[] {
  if ('IndexStmt' in statement) {
    const { concurrent, idxname } = statement.IndexStmt;
    if (!concurrent) return ['builds an index outside a transaction: add `concurrently`'];
    return idxname
      ? []
      : ['builds an index without a name, which can not be built again after an interruption'];
  }
  if ('DropStmt' in statement && statement.DropStmt.concurrent && statement.DropStmt.missing_ok) return [];
  if ('AlterTableStmt' in statement && commandsOf(statement.AlterTableStmt).every(isValidation)) return [];
  return [
    'has a statement outside a transaction that is none of `create index concurrently`, `drop index concurrently if exists`, `validate constraint`',
  ];
}

/** The migrator splits statements at `;` at the end of a line. */
function lineFaults(text: string, statements: number): string[] {
  const bare = text.replace(/--.*$/gm, '');
  const ends = bare.match(/;/g)?.length ?? 0;
  const atLineEnds = bare.match(/;[ \t]*$/gm)?.length ?? 0;
  return ends === atLineEnds && ends === statements
    ? []
    : ['each statement ends with `;` at the end of a line'];
}

type IsOld = (table: RangeVar | undefined) => boolean;

function faultsInside(statement: Node, isOld: IsOld, contraction: boolean): string[] {
  if ('IndexStmt' in statement) return indexFaults(statement.IndexStmt, isOld);
  if ('AlterTableStmt' in statement) {
    const { relation } = statement.AlterTableStmt;
    if (!isOld(relation)) return [];
    return commandsOf(statement.AlterTableStmt)
      .flatMap((command) => alterFaults(command, contraction))
      .map((fault) => `${relation?.relname}: ${fault}`);
  }
  if ('RenameStmt' in statement && !contraction && isOld(statement.RenameStmt.relation))
    return ['renames what the release before uses; add the new name beside it'];
  if ('DropStmt' in statement && !contraction && REMOVED.has(statement.DropStmt.removeType ?? ''))
    return ['drops what the release before may use; name the file NNN-contract-… of a later release'];
  if ('UpdateStmt' in statement && isOld(statement.UpdateStmt.relation))
    return [
      'updates the rows of a table that was there; write that as a job in steps (server/src/mail/rebuild)',
    ];
  if ('DeleteStmt' in statement && isOld(statement.DeleteStmt.relation))
    return ['deletes rows of a table that was there; write that as a job in steps'];
  if ('DoStmt' in statement) return ['has a `do` block, into which this check can not look'];
  const [kind = ''] = Object.keys(statement);
  return HEAVY.has(kind) ? [`has ${HEAVY.get(kind)}, for which everybody waits`] : [];
}

const REMOVED = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_FUNCTION', 'OBJECT_TYPE', 'OBJECT_SEQUENCE']);
const HEAVY = new Map([
  ['LockStmt', '`lock table`'],
  ['TruncateStmt', '`truncate`'],
  ['VacuumStmt', '`vacuum` or `analyze`'],
  ['ClusterStmt', '`cluster`'],
  ['ReindexStmt', '`reindex`'],
]);

function indexFaults({ relation, concurrent }: IndexStmt, isOld: IsOld): string[] {
  if (concurrent) return ['`concurrently` needs the first line `-- outside a transaction`'];
  if (!isOld(relation)) return [];
  return [
    `${relation?.relname}: builds an index while writers wait; use \`concurrently\` in a file that begins with \`-- outside a transaction\``,
  ];
}

const REWRITES = new Map([
  ['AT_AlterColumnType', 'changes the type of a column, which writes the table anew; add a column beside it'],
  ['AT_SetNotNull', 'reads the whole table for `not null`; add a check `not valid`, and validate that apart'],
  ['AT_SetLogged', 'writes the table anew'],
  ['AT_SetUnLogged', 'writes the table anew'],
  ['AT_SetTableSpace', 'writes the table anew'],
  ['AT_SetAccessMethod', 'writes the table anew'],
  ['AT_AddIdentity', 'changes what the release before has to write'],
  ['AT_AttachPartition', 'reads the whole table for its bounds unless a check proves them'],
]);

function alterFaults(command: AlterTableCmd, contraction: boolean): string[] {
  const { subtype = '' as const, def } = command;
  const rewrite = REWRITES.get(subtype);
  if (rewrite !== undefined) return [rewrite];
  if (subtype === 'AT_DropColumn' && !contraction)
    return [
      'drops a column that the release before may use; name the file NNN-contract-… of a later release',
    ];
  if (isValidation(command))
    return ['validates within a transaction; use a file that begins with `-- outside a transaction`'];
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return constraintFaults(def.Constraint);
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return columnFaults(def.ColumnDef);
  return [];
}

function constraintFaults({ contype, skip_validation, indexname }: Constraint): string[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    const what = contype === 'CONSTR_CHECK' ? 'check' : 'foreign key';
    return skip_validation
      ? []
      : [`validates a ${what} at once; add it \`not valid\`, and validate that apart`];
  }
  if (indexname) return [];
  return ['builds the index of a constraint; build it `concurrently`, and add the constraint `using index`'];
}

/**
 * For a default that is constant, or the same for all rows, PostgreSQL stores the value once without
 * rewriting the table.
 */
const STABLE = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'extract',
  'date_part',
  'floor',
]);

function columnFaults({ colname, constraints = [], typeName }: ColumnDef): string[] {
  const given = constraints.flatMap((one) => ('Constraint' in one ? one.Constraint : []));
  const has = (type: Constraint['contype']) => given.some(({ contype }) => contype === type);
  const type = typeName?.names?.map((one) => ('String' in one ? one.String.sval : '')).at(-1) ?? '';
  const faults: string[] = [];
  const fallback = given.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (functionsIn(fallback).some((name) => !STABLE.has(name)))
    faults.push('has a default that differs from row to row, which writes the table anew');
  if (has('CONSTR_GENERATED')) faults.push('is generated, which writes the table anew');
  if (has('CONSTR_IDENTITY') || /serial/.test(type)) faults.push('is numbered, which writes the table anew');
  if (has('CONSTR_PRIMARY') || has('CONSTR_UNIQUE')) faults.push('builds an index while everybody waits');
  if (has('CONSTR_FOREIGN')) faults.push('has a foreign key that is validated at once; add that `not valid`');
  if (has('CONSTR_CHECK')) faults.push('has a check that is validated at once; add that `not valid`');
  if (has('CONSTR_NOTNULL') && !fallback)
    faults.push('is `not null` without a default: the release before does not write it');
  return faults.map((fault) => `the new column ${colname} ${fault}`);
}

function functionsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(functionsIn);
  if (!('funcname' in part)) return inside;
  const names = part.funcname as { String?: { sval?: string } }[];
  return [names.at(-1)?.String?.sval ?? '', ...inside];
}

function commandsOf({ cmds = [] }: AlterTableStmt): AlterTableCmd[] {
  return cmds.flatMap((one) => ('AlterTableCmd' in one ? one.AlterTableCmd : []));
}

function isValidation({ subtype }: AlterTableCmd): boolean {
  return subtype === 'AT_ValidateConstraint';
}

function tableMadeBy(statement: Node): string[] {
  if ('CreateStmt' in statement) return nameOf(statement.CreateStmt.relation);
  if ('CreateTableAsStmt' in statement) return nameOf(statement.CreateTableAsStmt.into?.rel);
  return [];
}

/** Tables locked against writes until this transaction ends. */
function lockedBy(statement: Node): string[] {
  if ('AlterTableStmt' in statement) return nameOf(statement.AlterTableStmt.relation);
  if ('CreateTrigStmt' in statement) return nameOf(statement.CreateTrigStmt.relation);
  if ('RenameStmt' in statement) return nameOf(statement.RenameStmt.relation);
  return [];
}

function movesRows(statement: Node): boolean {
  return 'InsertStmt' in statement || 'UpdateStmt' in statement || 'DeleteStmt' in statement;
}

function nameOf(table: RangeVar | undefined): string[] {
  return table?.relname === undefined ? [] : [table.relname];
}
