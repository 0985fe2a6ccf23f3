import type {
  CommonTableExpr,
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeFunction,
  RangeVar,
  SelectStmt,
  SubLink,
  UpdateStmt,
  WithClause,
} from '@pgsql/types';
import {
  conjunctsOf,
  equalitiesOf,
  lastString,
  lookThrough,
  namesOf,
  outputName,
  pairs,
  relationsIn,
  uncast,
} from './syntax-tree.ts';

export type Schema = {
  /** The columns of each table. */
  columns: ReadonlyMap<string, string[]>;
  /** The tables that contain mail and are partitioned by their `mailbox_id`. */
  mailTables: ReadonlySet<string>;
};

export type Unscoped = { table: string; why: string };

const KEY = 'mailbox_id';

/** An entry of a FROM clause, under its alias. */
type Source = {
  name: string;
  mailTable: string | null;
  /** Null when they are unknown. */
  columns: string[] | null;
  /** Columns whose value is fixed by the statement's inputs. */
  fixed: Set<string>;
};

type Scope = { sources: Source[]; outer: Scope | null };
type Output = { name: string; fixed: boolean };
type Equality = { sides: [Node, Node]; into: Source[] };
type Ctes = ReadonlyMap<string, Output[]>;
type Place = { ctes: Ctes; outer: Scope | null };

/**
 * The mail tables that a statement reads, writes or joins without fixing the mailbox: without an equality of
 * their `mailbox_id` with an input (a parameter, a constant, rows made of them), or with a column that is
 * itself fixed. Other comparisons do not count, nor does one of several mailboxes by `any`.
 */
export function findUnscoped(statement: Node, schema: Schema): Unscoped[] {
  const understood = new Set<RangeVar>();
  let found: Unscoped[] = [];
  readStatement(statement, { ctes: new Map(), outer: null });
  for (const relation of relationsIn(statement)) {
    const { relname = '' } = relation;
    if (schema.mailTables.has(relname) && !understood.has(relation))
      found.push({ table: relname, why: 'stands where this check does not look' });
  }
  return found;

  function readStatement(node: Node | undefined, place: Place): Output[] {
    if (!node) return [];
    if ('SelectStmt' in node) return readSelect(node.SelectStmt, place);
    if ('InsertStmt' in node) return readInsert(node.InsertStmt, place);
    if ('UpdateStmt' in node) return readUpdate(node.UpdateStmt, place);
    if ('DeleteStmt' in node) return readDelete(node.DeleteStmt, place);
    if ('ExplainStmt' in node) return readStatement(node.ExplainStmt.query, place);
    return [];
  }

  function readSelect(select: SelectStmt, given: Place): Output[] {
    const place = withCtes(select.withClause, given);
    if (select.larg && select.rarg) {
      const left = readSelect(select.larg, place);
      const right = readSelect(select.rarg, place);
      return left.map(({ name, fixed }, index) => ({ name, fixed: fixed && right[index]?.fixed === true }));
    }
    const scope = readFrom(select.fromClause, select.whereClause, place);
    readSubLinks(
      [select.targetList, select.havingClause, select.groupClause, select.sortClause, select.limitCount],
      place.ctes,
      scope,
    );
    if (select.valuesLists) return readValues(select.valuesLists, place.ctes, scope);
    return outputsOf(select.targetList, place.ctes, scope);
  }

  function readValues(lists: Node[], ctes: Ctes, scope: Scope): Output[] {
    readSubLinks(lists, ctes, scope);
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    return (rows[0] ?? []).map((_, index) => ({
      name: `column${index + 1}`,
      fixed: rows.every((row) => isFixed(row[index], ctes, scope)),
    }));
  }

  function readInsert(insert: InsertStmt, given: Place): Output[] {
    const place = withCtes(insert.withClause, given);
    const outputs = readStatement(insert.selectStmt, place);
    const target = sourceOf(insert.relation ?? {}, place.ctes);
    const names = (insert.cols ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : ''));
    for (const [name, output] of pairs(names, outputs))
      if (output.fixed && name !== undefined) target.fixed.add(name);
    if (target.mailTable && !names.includes(KEY))
      found.push({ table: target.mailTable, why: `is given rows without ${KEY}` });
    const scope = { sources: [target], outer: place.outer };
    if (insert.onConflictClause) {
      const { whereClause, targetList } = insert.onConflictClause;
      readSubLinks([whereClause, targetList], place.ctes, scope);
    }
    return readReturning(insert.returningClause?.exprs, place.ctes, scope);
  }

  function readUpdate(update: UpdateStmt, given: Place): Output[] {
    const place = withCtes(update.withClause, given);
    const target = sourceOf(update.relation ?? {}, place.ctes);
    const scope = readFrom(update.fromClause, update.whereClause, place, target);
    const changesKey = update.targetList?.some((item) => 'ResTarget' in item && item.ResTarget.name === KEY);
    if (target.mailTable && changesKey)
      found.push({ table: target.mailTable, why: `has its ${KEY} changed` });
    readSubLinks(update.targetList, place.ctes, scope);
    return readReturning(update.returningClause?.exprs, place.ctes, scope);
  }

  function readDelete(remove: DeleteStmt, given: Place): Output[] {
    const place = withCtes(remove.withClause, given);
    const target = sourceOf(remove.relation ?? {}, place.ctes);
    const scope = readFrom(remove.usingClause, remove.whereClause, place, target);
    return readReturning(remove.returningClause?.exprs, place.ctes, scope);
  }

  function readReturning(returned: Node[] | undefined, ctes: Ctes, scope: Scope): Output[] {
    readSubLinks(returned, ctes, scope);
    return outputsOf(returned, ctes, scope);
  }

  function withCtes(clause: WithClause | undefined, { ctes, outer }: Place): Place {
    const known = new Map(ctes);
    for (const item of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in item)) continue;
      const { ctename = '', ctequery } = item.CommonTableExpr;
      if (clause?.recursive && ctequery && 'SelectStmt' in ctequery && ctequery.SelectStmt.larg) {
        const { larg } = ctequery.SelectStmt;
        const start = muted(() => readSelect(larg, { ctes: known, outer }));
        known.set(ctename, renamed(start, item.CommonTableExpr));
      }
      known.set(
        ctename,
        renamed(readStatement(ctequery, { ctes: new Map(known), outer }), item.CommonTableExpr),
      );
    }
    return { ctes: known, outer };
  }

  /** The sources of a statement, with what its conditions fix; reports those that do not fix a mailbox. */
  function readFrom(
    items: Node[] | undefined,
    where: Node | undefined,
    { ctes, outer }: Place,
    target?: Source,
  ): Scope {
    const scope: Scope = { sources: target ? [target] : [], outer };
    const equalities: Equality[] = [];
    const derived: (() => void)[] = [];
    const conditions: Node[] = [];
    for (const item of items ?? []) readItem(item);
    bind(where, scope.sources);
    // Fixed columns may fix others, also within the selects in FROM (fixpoint).
    for (let before = -1; before < countFixed(scope); ) {
      before = countFixed(scope);
      muted(() => {
        for (const read of derived) read();
        for (const { sides, into } of equalities) bindSides(sides, into);
      });
    }
    for (const read of derived) read();
    readSubLinks(conditions, ctes, scope);
    for (const { mailTable, name, fixed } of scope.sources)
      if (mailTable && !fixed.has(KEY))
        found.push({ table: mailTable, why: `has no equality on ${name}.${KEY}` });
    return scope;

    function readItem(item: Node): Source[] {
      if ('JoinExpr' in item) return readJoin(item.JoinExpr);
      if ('RangeVar' in item) return add(sourceOf(item.RangeVar, ctes));
      if ('RangeSubselect' in item) {
        const { alias, subquery } = item.RangeSubselect;
        const source: Source = {
          name: alias?.aliasname ?? '',
          mailTable: null,
          columns: null,
          fixed: new Set(),
        };
        derived.push(() => {
          const outputs = renamed(readStatement(subquery, { ctes, outer: scope }), {
            aliascolnames: alias?.colnames,
          });
          source.columns = outputs.map(({ name }) => name);
          for (const { name, fixed } of outputs) if (fixed) source.fixed.add(name);
        });
        return add(source);
      }
      if ('RangeFunction' in item) {
        readSubLinks(item.RangeFunction.functions, ctes, scope);
        return add(functionSource(item.RangeFunction));
      }
      return [];
    }

    function add(source: Source): Source[] {
      scope.sources.push(source);
      return [source];
    }

    function readJoin({ larg, rarg, jointype, quals, usingClause = [] }: JoinExpr): Source[] {
      const left = larg ? readItem(larg) : [];
      const right = rarg ? readItem(rarg) : [];
      // The preserved side of an outer join is not fixed by the join's conditions.
      const into = [
        ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
        ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
      ];
      bind(quals, into);
      for (const column of usingClause.map((name) => lastString([name]))) {
        const [one, other] = [left, right].map((side) => side.find((source) => mayHave(source, column)));
        if (one && other)
          equalities.push({ sides: [reference(one.name, column), reference(other.name, column)], into });
      }
      return [...left, ...right];
    }

    function bind(condition: Node | undefined, into: Source[]): void {
      if (condition) conditions.push(condition);
      for (const conjunct of conjunctsOf(condition)) {
        for (const sides of equalitiesOf(conjunct)) equalities.push({ sides, into });
        if ('SubLink' in conjunct && conjunct.SubLink.subLinkType === 'ANY_SUBLINK')
          bindMembers(conjunct.SubLink, into);
      }
    }

    /** `(a, b) in (select …)` is an equality with each column of the select. */
    function bindMembers({ testexpr, subselect, operName }: SubLink, into: Source[]): void {
      if (!testexpr || (operName && lastString(operName) !== '=')) return;
      const tested = 'RowExpr' in testexpr ? testexpr.RowExpr.args : [testexpr];
      derived.push(() => {
        const outputs = muted(() => readStatement(subselect, { ctes, outer: scope }));
        for (const [column, { fixed }] of pairs(tested, outputs)) if (fixed) fix(column, into);
      });
    }

    function bindSides([left, right]: [Node, Node], into: Source[]): void {
      if (isFixed(right, ctes, scope)) fix(left, into);
      if (isFixed(left, ctes, scope)) fix(right, into);
    }

    function fix(expression: Node, into: Source[]): void {
      const bare = uncast(expression);
      const column = bare && 'ColumnRef' in bare ? resolve(namesOf(bare.ColumnRef), scope) : null;
      if (column && into.includes(column.source)) column.source.fixed.add(column.name);
    }
  }

  function sourceOf(relation: RangeVar, ctes: Ctes): Source {
    const { relname = '', schemaname, alias } = relation;
    understood.add(relation);
    const name = alias?.aliasname ?? relname;
    const outputs = schemaname === undefined ? ctes.get(relname) : undefined;
    if (outputs) return { name, mailTable: null, ...boundColumns(outputs) };
    const mailTable = schema.mailTables.has(relname) ? relname : null;
    return { name, mailTable, columns: schema.columns.get(relname) ?? null, fixed: new Set() };
  }

  function isFixed(expression: Node | undefined, ctes: Ctes, scope: Scope): boolean {
    if (!expression) return false;
    const bare = uncast(expression);
    if (bare && 'SubLink' in bare && bare.SubLink.subLinkType === 'EXPR_SUBLINK') {
      const { subselect } = bare.SubLink;
      return muted(() => readStatement(subselect, { ctes, outer: scope }))[0]?.fixed === true;
    }
    const { subLinks, columns } = lookThrough(bare);
    if (subLinks.length > 0) return false;
    return columns.every((reference) => {
      const column = resolve(namesOf(reference), scope);
      return column?.source.fixed.has(column.name) === true;
    });
  }

  function outputsOf(targets: Node[] | undefined, ctes: Ctes, scope: Scope): Output[] {
    return (targets ?? []).flatMap((item): Output[] => {
      if (!('ResTarget' in item)) return [];
      const { val } = item.ResTarget;
      const names = val && 'ColumnRef' in val ? namesOf(val.ColumnRef) : [];
      if (names.at(-1) !== '*')
        return [{ name: outputName(item.ResTarget), fixed: isFixed(val, ctes, scope) }];
      const sources =
        names.length === 1 ? scope.sources : scope.sources.filter(({ name }) => name === names.at(-2));
      return sources.flatMap(({ columns, fixed }) =>
        (columns ?? [...fixed]).map((name) => ({ name, fixed: fixed.has(name) })),
      );
    });
  }

  function readSubLinks(part: unknown, ctes: Ctes, scope: Scope): void {
    for (const { subselect } of lookThrough(part).subLinks) readStatement(subselect, { ctes, outer: scope });
  }

  function muted<Result>(work: () => Result): Result {
    const kept = found;
    found = [];
    const result = work();
    found = kept;
    return result;
  }
}

/** Rows of a function have fixed values if its arguments have. */
function functionSource({ alias, functions, coldeflist }: RangeFunction): Source {
  const name = alias?.aliasname ?? '';
  const columns = [
    ...(coldeflist ?? []).map((item) => ('ColumnDef' in item ? (item.ColumnDef.colname ?? '') : '')),
    ...(alias?.colnames ?? []).map((column) => lastString([column])),
  ];
  if (columns.length === 0) columns.push(name);
  const { columns: references, subLinks } = lookThrough(functions);
  const isGiven = references.length === 0 && subLinks.length === 0;
  return { name, mailTable: null, columns, fixed: new Set(isGiven ? columns : []) };
}

function boundColumns(outputs: Output[]): Pick<Source, 'columns' | 'fixed'> {
  const fixed = outputs.filter((output) => output.fixed);
  return { columns: outputs.map(({ name }) => name), fixed: new Set(fixed.map(({ name }) => name)) };
}

function renamed(
  outputs: Output[],
  { aliascolnames = [] }: Pick<CommonTableExpr, 'aliascolnames'>,
): Output[] {
  return outputs.map((output, index) => {
    const alias = aliascolnames[index];
    return alias ? { ...output, name: lastString([alias]) } : output;
  });
}

/** The column that these names refer to, by PostgreSQL's rules: in the nearest scope that has it. */
function resolve(names: string[], scope: Scope | null): { source: Source; name: string } | null {
  if (!scope) return null;
  const name = names.at(-1) ?? '';
  const qualifier = names.at(-2);
  const candidates =
    qualifier === undefined
      ? scope.sources.filter(({ columns }) => columns?.includes(name))
      : scope.sources.filter((source) => source.name === qualifier);
  const [source] = candidates;
  if (source) return candidates.length === 1 || qualifier !== undefined ? { source, name } : null;
  return resolve(names, scope.outer);
}

function mayHave({ columns }: Source, column: string): boolean {
  return columns === null || columns.includes(column);
}

function reference(source: string, column: string): Node {
  return { ColumnRef: { fields: [{ String: { sval: source } }, { String: { sval: column } }] } };
}

function countFixed({ sources }: Scope): number {
  return sources.reduce((sum, { fixed }) => sum + fixed.size, 0);
}
