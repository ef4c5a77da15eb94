import { CodeHostProblem } from '../../base/code-host.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import type { InstallationClient } from '../codehosts/port.ts';

/** These pass, and are asked again. */
const PASSING: readonly CodeHostProblem['code'][] = ['unavailable', 'rate_limited'];

/**
 * Whether what is written in a repository may hold details: where an administrator said so, or where it is known as private and
 * still is by the code host now, for the event that it is public may be late. One of which that cannot be told counts as public.
 * Throws `CodeHostProblem` for what passes.
 */
export async function mayShowDetails(
  client: Pick<InstallationClient, 'isPublic'>,
  repository: Pick<RepositoryRow, 'full_name' | 'private' | 'public_details'>,
): Promise<boolean> {
  if (repository.public_details) return true;
  if (!repository.private) return false;
  try {
    return !(await client.isPublic(repository.full_name));
  } catch (error) {
    if (error instanceof CodeHostProblem && !PASSING.includes(error.code)) return false;
    throw error;
  }
}
