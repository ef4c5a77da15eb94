import type { KyselyPlugin, RootOperationNode } from 'kysely';

/**
 * Whose rows the database lets a statement see: an organization's by its id, `'*'` for all, `''` for none. Undefined for
 * what runs as the user of the connection, whom row-level security need not hold: migrations, and the queue.
 */
export type SessionScope = string | undefined;

const SCOPE = Symbol('plumbline scope');

type Marked = RootOperationNode & { readonly [SCOPE]?: { scope: SessionScope } };

/** Marks every query that is made with it; the connection it runs on then carries the scope. Of several the last one counts. */
export function markScope(scope: SessionScope): KyselyPlugin {
  const mark = { [SCOPE]: { scope } };
  return {
    transformQuery: ({ node }) => ({ ...node, ...mark }),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/** The scope that a query was marked with; without one nobody's. */
export function scopeOf(query: RootOperationNode): SessionScope {
  const mark = (query as Marked)[SCOPE];
  return mark ? mark.scope : '';
}

/** Whether a statement, however it ends, may change what its connection carries. */
export const undoesScope = (statement: string): boolean => /^\s*(?:rollback|reset|discard)\b/i.test(statement);

/** Runs a statement on the connection that is asked about. */
export type Run = (
  statement: string,
  parameters: readonly unknown[],
) => Promise<{ rows: readonly { settled?: unknown }[] }>;

/** What a connection carries; undefined where that is not known. */
type Carried = { scope: SessionScope; settled: boolean } | undefined;

/** Brings a connection to the scope of each statement, and knows what it carries, so that most need nothing. */
export type ScopeKeeper = {
  enter(scope: SessionScope, run: Run): Promise<void>;
  /** What it carries, to be `restore`d when what follows is rolled back: the database does the same. */
  save(): unknown;
  restore(saved: unknown): void;
  /** Nobody knows what it carries now. */
  forget(): void;
};

const AS_USER = `select set_config('role', 'none', false), set_config('plumbline.org_id', '*', false)`;
const ORGANIZATION = `select set_config('plumbline.org_id', $1, false)`;
/**
 * As a role that policies hold, where the user is none and the role is there. `settled`: asking again would give the same;
 * before the schema is up to date it would not.
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
