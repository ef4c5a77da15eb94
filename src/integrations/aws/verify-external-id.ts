import { exposed, probeExternalId } from './external-id.ts';
import type { AwsSettings } from './settings.ts';
import type { AwsConnection, Outcome } from './verify.ts';

/**
 * Whether the role can be assumed without the external id, and if it can, whether somebody accepted that. A value says that
 * the role may be used.
 */
export async function checkExternalId(
  settings: AwsSettings,
  { role_arn: roleArn, external_id_override: override }: AwsConnection,
  signal: AbortSignal,
): Promise<{ outcome: Outcome; value: true | undefined }> {
  const result = await probeExternalId(settings, { roleArn, signal });
  if (result === 'enforced')
    return { outcome: { ok: true, detail: 'The role refuses a wrong external id, and none.' }, value: true };
  if (result === 'emulated') {
    const detail =
      'Every role is granted here, even one that does not exist: nothing shows whether this one demands its external id.';
    const hint = 'At AWS, a role that can be assumed without its external id is not used.';
    return { outcome: { ok: false, code: 'external_id_not_checked', detail, hint }, value: true };
  }
  const { code, detail, hint } = exposed(roleArn, result);
  if (!override) return { outcome: { ok: false, code, detail, hint }, value: undefined };
  const how = result === 'accepts_none' ? 'without an' : 'with a wrong';
  const accepted = `The role can be assumed ${how} external id. ${override.by} accepted that on ${override.at.slice(0, 10)}: ${override.reason}`;
  return { outcome: { ok: false, code: 'external_id_overridden', detail: accepted, hint }, value: true };
}
