import type { Configured } from './configure.ts';

/** The reason why there is no configuration, for people. */
export function reasonOf(result: Exclude<Configured, { status: 'proven' }>): string {
  if (result.status === 'invalid') return result.problems.join('; ');
  return result.status === 'differs' ? `an apply would change ${result.left.join(', ')}` : result.detail;
}
