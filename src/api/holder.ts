import type { Caller } from './types.ts';

/**
 * Whose limits a call draws on, and whom the log names: a key or a session, which has its own, and the organization, which
 * the operator has none of.
 */
export function holderOf({ principal, session }: Extract<Caller, { kind: 'known' }>): { key: string; org?: string } {
  if (principal.kind === 'operator') return { key: session?.id ?? 'operator' };
  const { org_id: org } = principal;
  return { key: session?.id ?? (principal.kind === 'key' ? principal.key_id : principal.session_id), org };
}
