import type { A_Expr, ColumnRef, Node, RangeVar, ResTarget, SubLink } from '@pgsql/types';

/** The names of a column reference, outermost first; a star is `*`. */
export function namesOf({ fields = [] }: ColumnRef): string[] {
  return fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
}

/** The expression without surrounding casts. */
export function uncast(expression: Node | undefined): Node | undefined {
  return expression && 'TypeCast' in expression ? uncast(expression.TypeCast.arg) : expression;
}

/** The conjuncts of a condition. */
export function conjunctsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [condition];
}

/** Both sides of `a = b`, for rows one pair per column; empty for every other comparison. */
export function equalitiesOf(condition: Node): [Node, Node][] {
  if (!('A_Expr' in condition)) return [];
  const { kind, lexpr, rexpr } = condition.A_Expr;
  if (kind !== 'AEXPR_OP' || operatorOf(condition.A_Expr) !== '=' || !lexpr || !rexpr) return [];
  if ('RowExpr' in lexpr && 'RowExpr' in rexpr) return pairs(lexpr.RowExpr.args, rexpr.RowExpr.args);
  return [[lexpr, rexpr]];
}

export function pairs<A, B>(left: A[] = [], right: B[] = []): [A, B][] {
  return left.flatMap((item, index) => {
    const other = right[index];
    return other === undefined ? [] : [[item, other] as [A, B]];
  });
}

function operatorOf({ name = [] }: A_Expr): string {
  const last = name.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}

/** The name under which PostgreSQL returns this column. */
export function outputName({ name, val }: ResTarget): string {
  if (name !== undefined) return name;
  const value = uncast(val);
  if (value && 'ColumnRef' in value) return namesOf(value.ColumnRef).at(-1) ?? '';
  if (value && 'FuncCall' in value) return lastString(value.FuncCall.funcname);
  if (value && 'CoalesceExpr' in value) return 'coalesce';
  return '?column?';
}

export function lastString(names: Node[] | undefined): string {
  const last = names?.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}

export type Found = { subLinks: SubLink[]; columns: ColumnRef[] };

/** The column references of an expression, and its sub-selects, which are not descended into. */
export function lookThrough(part: unknown): Found {
  const found: Found = { subLinks: [], columns: [] };
  visit(part);
  return found;

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === 'SubLink') {
        found.subLinks.push(child as SubLink);
        visit((child as SubLink).testexpr);
      } else if (key === 'ColumnRef') found.columns.push(child as ColumnRef);
      else visit(child);
    }
  }
}

/** Every relation named anywhere in the statement. */
export function relationsIn(part: unknown): RangeVar[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(relationsIn);
  const own = 'relname' in part && 'relpersistence' in part ? [part as RangeVar] : [];
  return [...own, ...Object.values(part).flatMap(relationsIn)];
}

const WRITES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** The tables that the statement writes, including its common table expressions. */
export function writtenTables(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(writtenTables);
  return Object.entries(part).flatMap(([key, child]) => {
    const inside = writtenTables(child);
    const { relation } = child as { relation?: RangeVar };
    return WRITES.has(key) && relation?.relname !== undefined ? [relation.relname, ...inside] : inside;
  });
}
