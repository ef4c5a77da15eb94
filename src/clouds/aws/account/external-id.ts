import { randomBytes, randomUUID } from 'node:crypto';
import { base62 } from '../../../base/ids.ts';
import { isEmulator } from '../../../base/this-machine.ts';
import type { Outcome } from './check.ts';
import { AwsProblem, failureOf } from './problems.ts';
import { assumeRole } from './role.ts';
import type { AwsSettings } from './settings.ts';

/**
 * The result of assuming a role without our external id: refused (`enforced`); granted with any other one or with none
 * (`accepts_any`, `accepts_none`); or granted by an emulator that grants every request, which proves nothing
 * (`emulated`).
 */
export type ExternalIdResult = 'enforced' | 'accepts_any' | 'accepts_none' | 'emulated';

type ProbeRequest = { roleArn: string; signal?: AbortSignal | undefined };

const PROBE = { sessionName: 'plumbline-external-id', durationSeconds: 900 };

/** A random id in the format of ours: a trust policy that accepts every `plumbline-*` does not protect either. */
const randomExternalId = (): string => `plumbline-${base62(randomBytes(16), 22)}`;

/**
 * True where AWS denies the role with this external id. Only AWS's own "access denied" counts: a disabled region, or a
 * proxy that answers 403, proves nothing. Throws a retryable `AwsProblem` where the check failed.
 */
async function isDenied(settings: AwsSettings, externalId: string | undefined, { roleArn, signal }: ProbeRequest) {
  try {
    await assumeRole(settings, { roleArn, externalId, ...PROBE, signal });
    return false;
  } catch (error) {
    if (!(error instanceof AwsProblem)) throw error;
    if (failureOf(error.cause).name === 'AccessDenied') return true;
    throw new AwsProblem(
      error.code === 'role_not_assumable' ? 'source_unreachable' : error.code,
      `Whether ${roleArn} demands its external id could not be checked. ${error.detail}`,
      error.hint,
      error.cause,
    );
  }
}

/** True where an emulator at a local endpoint grants even a role that does not exist. */
async function grantsEverything(settings: AwsSettings, signal: AbortSignal | undefined): Promise<boolean> {
  if (!isEmulator(settings.endpoint)) return false;
  const roleArn = `arn:aws:iam::000000000000:role/plumbline-${randomUUID()}`;
  return !(await isDenied(settings, randomExternalId(), { roleArn, signal }));
}

/**
 * Tries to assume a role with a random external id, and with none: a trust policy without the condition accepts both,
 * one with `StringEqualsIfExists` accepts a request without an id. Throws `AwsProblem` where the check failed.
 */
export async function probeExternalId(settings: AwsSettings, request: ProbeRequest): Promise<ExternalIdResult> {
  const [wrongDenied, noneDenied] = await Promise.all([
    isDenied(settings, randomExternalId(), request),
    isDenied(settings, undefined, request),
  ]);
  if (wrongDenied && noneDenied) return 'enforced';
  if (await grantsEverything(settings, request.signal)) return 'emulated';
  return wrongDenied ? 'accepts_none' : 'accepts_any';
}

/** The problem and the advice for a role that can be assumed without our external id. */
export function exposed(roleArn: string, result: 'accepts_any' | 'accepts_none'): AwsProblem {
  return new AwsProblem(
    'external_id_not_required',
    `${roleArn} can be assumed ${result === 'accepts_none' ? 'without an' : 'with a wrong'} external id, so nothing shows that it is meant for this organization: it is not used.`,
    'Put the condition StringEquals on sts:ExternalId, with this organization\'s external id, into the role\'s trust policy ("plumbline aws show" prints it) and verify again.',
  );
}

/** An admin's decision to use a role that can be assumed without its external id. */
export type ExternalIdOverride = { reason: string; by: string; at: string };

type Checked = { role_arn: string; external_id_override?: ExternalIdOverride | null };

/**
 * Checks the role for its external id. `value` is true where it is enforced, overridden, or untestable at an emulator.
 */
export async function checkExternalId(
  settings: AwsSettings,
  { role_arn: roleArn, external_id_override: override }: Checked,
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

/** Throws `AwsProblem` `external_id_not_required` for a role that can be assumed without our external id. */
export type ExternalIdGuard = (
  settings: AwsSettings,
  request: ProbeRequest & {
    /** The principal of the credentials in `settings`: a role may refuse one caller and accept another. */
    caller: string;
  },
) => Promise<void>;

const PROVEN_MS = 15 * 60_000;
const MAX_PROVEN = 10_000;

/**
 * Checks newly assumed roles for the external id. An enforced id counts for 15 minutes; an exposed role is probed each
 * time, so that a corrected trust policy takes effect at once.
 */
export function externalIdGuard(now: () => number = Date.now): ExternalIdGuard {
  const proven = new Map<string, number>();
  return async (settings, { caller, ...request }) => {
    const { roleArn } = request;
    const key = `${caller} ${roleArn}`;
    if ((proven.get(key) ?? 0) > now()) return;
    const result = await probeExternalId(settings, request);
    if (result === 'accepts_any' || result === 'accepts_none') throw exposed(roleArn, result);
    if (result === 'emulated') return;
    if (proven.size >= MAX_PROVEN) proven.clear();
    proven.set(key, now() + PROVEN_MS);
  };
}
