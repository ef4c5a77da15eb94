import type { LockTable } from '../../../base/state-source.ts';
import { isSidecar } from '../../../engine/state/sniff.ts';
import { openBucket } from './bucket.ts';
import { runCheck, skipped, type AwsCheck, type CheckName, type Outcome } from './check.ts';
import { callerIdentity } from './client.ts';
import { checkExternalId, type ExternalIdOverride } from './external-id.ts';
import { assumeRole, type RoleCredentials } from './role.ts';
import type { AwsSettings } from './settings.ts';
import { checkLocks } from './verify-locks.ts';
import { checkPermissions } from './verify-permissions.ts';
import { checkAccountRoles } from './verify-accounts.ts';

export type AwsConnection = {
  role_arn: string;
  external_id: string;
  state_bucket: string;
  state_prefix: string | null;
  region: string | null;
  account_role_arn: string | null;
  accounts: string[] | null;
  external_id_override?: ExternalIdOverride | null;
};

export type AwsVerification = {
  ok: boolean;
  account_id: string | null;
  assumed_role_arn: string | null;
  checks: AwsCheck[];
  checked_at: string;
};

type Further = { needed?: readonly string[]; lockTables?: readonly LockTable[]; stepMs?: number };

const STEP_MS = 5_000;
/** The minimum duration of a session. */
const SESSION_SECONDS = 900;
const SESSION = { sessionName: 'plumbline-verify', durationSeconds: SESSION_SECONDS };
/** Codes with which a role is used although it is not shown to enforce its external id. */
const ACCEPTED: readonly (string | undefined)[] = ['external_id_not_checked', 'external_id_overridden'];
/** Checks that an analysis does not depend on: it reports unreadable resources, or does not wait for a lock. */
const DISPENSABLE: readonly CheckName[] = ['lock_tables', 'permissions'];

/** Lists the bucket and reads the start of one object: permission to list does not imply permission to read. */
async function checkBucket(
  settings: AwsSettings,
  { state_bucket: name, state_prefix: prefix }: AwsConnection,
  signal: AbortSignal,
): Promise<{ outcome: Outcome }> {
  const bucket = openBucket(settings, name);
  const first = await bucket.pages(prefix ?? '', signal).next();
  const objects = (first.done ? [] : first.value).filter(({ key, size }) => size > 0 && !isSidecar(key));
  const sample = objects.find(({ key }) => key.endsWith('.tfstate')) ?? objects[0];
  const under = prefix ? `${name} under ${prefix}` : name;
  if (!sample)
    return {
      outcome: {
        ok: true,
        code: 'no_states',
        detail: `The bucket can be listed, but there is nothing in ${under} yet.`,
        hint: 'Check state_bucket and state_prefix if there should be states.',
      },
    };
  await bucket.head(sample.key, 1, signal);
  return { outcome: { ok: true, detail: `${under} can be listed, and ${sample.key} can be read.` } };
}

async function checkRole(
  settings: AwsSettings,
  connection: AwsConnection,
  signal: AbortSignal,
): Promise<{ outcome: Outcome; value: RoleCredentials }> {
  const value = await assumeRole(settings, {
    roleArn: connection.role_arn,
    externalId: connection.external_id,
    ...SESSION,
    onward: connection.account_role_arn ?? undefined,
    signal,
  });
  return { outcome: { ok: true, detail: `Became ${value.assumedRoleArn}.` }, value };
}

/**
 * Verifies a connection with real calls: the principal of the credentials, whether the role can be assumed, whether it
 * refuses a wrong external id, whether the bucket can be listed and read as the role, whether the roles of the named
 * accounts can be assumed from it, whether locks can be read in `lockTables`, and whether the role has the permissions
 * that analyses `needed`. AWS's answers are results and are not thrown; a step takes at most `stepMs` (5 s).
 * `ok`: an analysis is possible. The last two checks do not affect it, nor does a missing external id that an admin
 * accepted (`external_id_overridden`) or an emulator hides (`external_id_not_checked`); every other failure does. After
 * a role that can be assumed without the external id, nothing else is tried: it may be another organization's. A check
 * that an earlier failure prevents has the code `skipped`.
 */
export async function verifyAws(
  settings: AwsSettings,
  connection: AwsConnection,
  { needed = [], lockTables: tables = [], stepMs = STEP_MS }: Further = {},
): Promise<AwsVerification> {
  const checked_at = new Date().toISOString();
  const { accounts, external_id: externalId, role_arn: roleArn, account_role_arn: template } = connection;
  const { state_bucket: bucket, state_prefix: prefix } = connection;
  const isOverridden = Boolean(connection.external_id_override);
  const inRole: [CheckName, (asRole: AwsSettings, signal: AbortSignal) => Promise<{ outcome: Outcome }>][] = [
    ['state_bucket', (asRole, signal) => checkBucket(asRole, connection, signal)],
  ];
  if (template !== null)
    inRole.push([
      'account_roles',
      (asRole, signal) =>
        checkAccountRoles(asRole, { template, accounts, isOverridden, request: { externalId, ...SESSION, signal } }),
    ]);
  if (tables.length > 0)
    inRole.push(['lock_tables', (asRole, signal) => checkLocks(asRole, { bucket, prefix, tables, signal })]);
  if (needed.length > 0)
    inRole.push(['permissions', (asRole, signal) => checkPermissions(asRole, { roleArn, needed, signal })]);
  const limits = { settings, ms: stepMs };
  const own = await runCheck('credentials', limits, async (signal) => {
    const { arn, accountId } = await callerIdentity(settings, signal);
    return { outcome: { ok: true, detail: `Plumbline runs as ${arn} of account ${accountId}.` }, value: arn };
  });
  /** The result from the checks that ran; the last one caused the others to be skipped. */
  const result = (run: AwsCheck[], role?: RoleCredentials): AwsVerification => {
    const names: CheckName[] = ['credentials', 'assume_role', 'external_id', ...inRole.map(([name]) => name)];
    const cause = run.at(-1)?.name ?? 'credentials';
    const checks = [...run, ...names.slice(run.length).map((name) => skipped(name, cause))];
    return {
      ok: checks.every(({ name, ok, code }) => ok || ACCEPTED.includes(code) || DISPENSABLE.includes(name)),
      account_id: role?.assumedRoleArn.split(':')[4] ?? null,
      assumed_role_arn: role?.assumedRoleArn ?? null,
      checks,
      checked_at,
    };
  };
  if (!own.value) return result([own.check]);
  const role = await runCheck('assume_role', limits, (signal) => checkRole(settings, connection, signal));
  if (!role.value) return result([own.check, role.check]);
  const guarded = await runCheck('external_id', limits, (signal) => checkExternalId(settings, connection, signal));
  const gates = [own.check, role.check, guarded.check];
  if (!guarded.value) return result(gates, role.value);
  const asRole = { region: connection.region ?? settings.region, endpoint: settings.endpoint, credentials: role.value };
  const rest = await Promise.all(inRole.map(([name, run]) => runCheck(name, limits, (signal) => run(asRole, signal))));
  return result([...gates, ...rest.map((one) => one.check)], role.value);
}
