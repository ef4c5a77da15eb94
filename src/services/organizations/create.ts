import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { insertOrganization } from '../../store/queries/organizations.ts';
import { audited } from '../audit/audited.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { presentOrganization, type Organization } from '../access/organization.ts';

/** Creates an organization. 409 if the login or the installation is taken. Operator only. */
export async function createOrganization(
  ctx: Ctx,
  input: { login: string; installation_id?: number | null },
): Promise<Organization> {
  requireOperator(ctx);
  refuseSecrets({ login: input.login });
  try {
    return await audited(ctx, async (trx) => {
      const row = await insertOrganization(trx, {
        id: newId('org'),
        login: input.login,
        installation_id: input.installation_id ?? null,
        fingerprint_key: randomBytes(32),
      });
      const { id, login, installation_id } = row;
      const event = { action: 'organization.create', detail: { login, installation_id } } as const;
      return {
        result: presentOrganization(row),
        event: { ...event, org_id: id, target: { kind: 'organization', id } },
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'There is an organization with this login or installation already.', {
      cause: error,
    });
  }
}
