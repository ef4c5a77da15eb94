import type { KyselyPlugin, RootOperationNode } from 'kysely';

/**
 * The rows that the database shows to a statement: an organization's (its id), all (`'*'`) or none (`''`). Undefined:
 * the statement runs as the connection's own user, to whom row-level security may not apply (migrations, the queue).
 */
export type SessionScope = string | undefined;

const SCOPE = Symbol('plumbline scope');

type Marked = RootOperationNode & { readonly [SCOPE]?: { scope: SessionScope } };

/** Marks queries with a scope, which their connection then carries. The last mark of a query counts. */
export function markScope(scope: SessionScope): KyselyPlugin {
  const mark = { [SCOPE]: { scope } };
  return {
    transformQuery: ({ node }) => ({ ...node, ...mark }),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/** The scope that a query is marked with; `''` (no rows) for an unmarked query. */
export function scopeOf(query: RootOperationNode): SessionScope {
  const mark = (query as Marked)[SCOPE];
  return mark ? mark.scope : '';
}

/** Whether a statement may change the connection's scope, whether it succeeds or fails. */
export const undoesScope = (statement: string): boolean => /^\s*(?:rollback|reset|discard)\b/i.test(statement);

/** Runs a statement on the connection that is to enter a scope. */
export type Run = (
  statement: string,
  parameters: readonly unknown[],
) => Promise<{ rows: readonly { settled?: unknown }[] }>;

/** The scope of a connection; undefined where it is not known. */
type Carried = { scope: SessionScope; settled: boolean } | undefined;

/**
 * Sets a connection's scope before each statement. Remembers the current scope, so that most statements need no change.
 */
export type ScopeKeeper = {
  enter(scope: SessionScope, run: Run): Promise<void>;
  /** The current scope, for `restore` after a rollback: the database rolls its settings back too. */
  save(): unknown;
  restore(saved: unknown): void;
  /** The connection's scope is unknown from now on. */
  forget(): void;
};

const AS_USER = `select set_config('role', 'none', false), set_config('plumbline.org_id', '*', false)`;
const ORGANIZATION = `select set_config('plumbline.org_id', $1, false)`;
/**
 * Enters a scope as the application role, which the policies apply to, where the user is exempt and the role exists.
 * `settled`: the result will not change. It may change until the schema is up to date.
 */
const AS_APPLICATION = `
  select settled, set_config('plumbline.org_id', $1, false),
    set_config('role', case when bypasses and prepared and allowed then 'plumbline_app' else 'none' end, false)
  from (
    select bypasses, prepared, allowed, prepared or not bypasses as settled from
      (select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = session_user) as mine,
      (select to_regprocedure('grant_application_role()') is not null as prepared) as here,
      (select exists (select from pg_roles where rolname = 'plumbline_app' and pg_has_role(session_user, oid, 'member'))
        as allowed) as application
    offset 0) as found`;

export function createScopeKeeper(): ScopeKeeper {
  let carried: Carried;
  return {
    async enter(scope, run) {
      const before = carried;
      if (before && before.scope === scope && before.settled) return;
      carried = undefined;
      if (scope === undefined) {
        await run(AS_USER, []);
        carried = { scope, settled: true };
      } else if (before && before.scope !== undefined && before.settled) {
        await run(ORGANIZATION, [scope]);
        carried = { scope, settled: true };
      } else {
        const { rows } = await run(AS_APPLICATION, [scope]);
        carried = { scope, settled: rows[0]?.settled === true };
      }
    },
    save: () => carried,
    restore: (saved) => void (carried = saved as Carried),
    forget: () => void (carried = undefined),
  };
}
