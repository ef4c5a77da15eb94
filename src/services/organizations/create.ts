import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { insertOrganization } from '../../store/queries/organizations.ts';
import { requireOperator, type Ctx } from '../context.ts';
import { presentOrganization, type Organization } from './fetch.ts';

/** Creates an organization. 409 when the login or the installation is taken already. Operator only. */
export async function createOrganization(
  ctx: Ctx,
  input: { login: string; installation_id?: number | null },
): Promise<Organization> {
  requireOperator(ctx);
  try {
    const row = await insertOrganization(ctx.store.db, {
      id: newId('org'),
      login: input.login,
      installation_id: input.installation_id ?? null,
      fingerprint_key: randomBytes(32),
    });
    return presentOrganization(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'There is an organization with this login or installation already.', {
      cause: error,
    });
  }
}
