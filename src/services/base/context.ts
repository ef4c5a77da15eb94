import { AppError } from '../../base/errors.ts';
import type { Queue } from '../../jobs/types.ts';
import type { Store } from '../../store/database.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import type { Jobs } from './jobs.ts';

/** The scopes of a key; each includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The caller: the operator of this instance, a key of one organization, or a person who signed in. */
export type Principal = { kind: 'operator' } | KeyHolder | Person;

/** A key of an organization. `name` and `hint` identify it to people. */
type KeyHolder = {
  kind: 'key';
  key_id: string;
  org_id: string;
  scopes: string[];
  name: string;
  hint: string;
  /** The organization as of the start of the request, if it was read together with the key. */
  organization?: OrganizationRow;
};

/** A person who signed in at the code host, in one of the organizations that they belong to there. */
export type Person = {
  kind: 'person';
  session_id: string;
  org_id: string;
  /** Their login at the code host. */
  login: string;
  scopes: string[];
  /** The ids of the repositories that the code host lets them see. */
  repositories: 'all' | readonly string[];
  name: string;
  hint: string;
};

/** The database without the rest of the store: an analysis has no more. */
export type WithDatabase = { store: Pick<Store, 'db'> };

/** The dependencies of every use case. A feature declares further ones in a type of its own (`WithQuotas`). */
export type Base = { store: Store; queue: Queue<Jobs> };

/** The context of one call of a use case. */
export type Ctx = Base & { principal: Principal; request_id: string };

/** True if the principal holds `scope` or a scope that includes it. */
export function holds(principal: Principal, scope: Scope): boolean {
  if (principal.kind === 'operator') return true;
  return SCOPES.slice(SCOPES.indexOf(scope)).some((granted) => principal.scopes.includes(granted));
}

/** Throws 403 if the principal lacks `scope`. */
export function requireScope(ctx: Ctx, scope: Scope): void {
  const { principal } = ctx;
  if (holds(principal, scope)) return;
  if (principal.kind === 'person')
    throw new AppError(
      'forbidden',
      `This needs the scope "${scope}", and ${principal.login} has "${principal.scopes.join(', ')}" here: ask an owner of the organization, or use a key that has it.`,
    );
  throw new AppError('forbidden', `This key lacks the scope "${scope}"; use a key that has it.`);
}

/** Throws 403 if the caller is not the operator of this instance. */
export function requireOperator(ctx: Ctx): void {
  if (ctx.principal.kind === 'operator') return;
  throw new AppError('forbidden', 'Only the operator key of this instance may do that.');
}

/** The organization that the caller belongs to; undefined for the operator, who belongs to none. */
export function ownOrganization({ principal }: Pick<Ctx, 'principal'>): string | undefined {
  return principal.kind === 'operator' ? undefined : principal.org_id;
}
