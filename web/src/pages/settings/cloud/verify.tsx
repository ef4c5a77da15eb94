import { useMutation } from '@tanstack/react-query';
import { ask } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { type Sign, Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Name, When } from '../../../ui/text.tsx';
import { Note, ProblemNote } from '../../../ui/notes.tsx';
import styles from '../settings.module.css';
import type { Cloud } from './queries.ts';
import { Step } from '../layout.tsx';

type Verification = components['schemas']['Verification'];
type Check = Verification['checks'][number];

/** The label of each check, with the words for both results. */
const WORDS: Readonly<Record<string, readonly [label: string, good: string, bad: string]>> = {
  credentials: ['Server credentials', 'found', 'missing'],
  assume_role: ['Assume role', 'works', 'refused'],
  external_id: ['External ID enforced', 'yes', 'no'],
  state_bucket: ['State bucket', 'readable', 'not readable'],
  account_roles: ['Roles in other accounts', 'ready', 'failed'],
  lock_tables: ['State locks visible', 'yes', 'no'],
  permissions: ['Permissions', 'complete', 'incomplete'],
  providers: ['Providers', 'found', 'missing'],
};

/** Codes of checks that only warn. */
const WARNINGS: readonly string[] = [
  'external_id_not_checked',
  'external_id_overridden',
  'locks_unread',
  'permissions_missing',
  'provider_to_download',
  'provider_not_found',
  'provider_not_allowed',
  'no_states',
];

/** Codes of checks that had no definite result. */
const UNASKED: readonly string[] = ['permissions_unknown', 'accounts_not_named'];

function statusOf({ name, ok, code = '' }: Check): Sign {
  const [, good, bad] = WORDS[name] ?? [name, 'ok', 'failed'];
  if (UNASKED.includes(code)) return ['unknown', 'unknown', 'not checked'];
  if (WARNINGS.includes(code)) return ['medium', 'high', code === 'external_id_overridden' ? bad : 'warning'];
  if (code === 'skipped') return ['unknown', 'waiting', 'not checked'];
  return ok ? ['good', 'good', good] : ['critical', 'failed', bad];
}

function OneCheck({ check }: { check: Check }) {
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <strong>{WORDS[check.name]?.[0] ?? check.name}:</strong>
        <Badge sign={statusOf(check)} />
      </div>
      <Name text={check.detail} />
      {check.hint !== undefined && (
        <p>
          <strong>What to do: </strong>
          <Name text={check.hint} />
        </p>
      )}
    </li>
  );
}

export function useVerify() {
  const [api, org] = [useApi(), useOrg()];
  return useMutation({
    mutationFn: () => ask(api.GET('/api/v1/aws/verify', { params: { query: { org_id: org } } })),
  });
}

/** Whether AWS refused to let Plumbline assume the role. */
export const isRefused = (tried: Verification | undefined): boolean =>
  tried?.checks.some(({ name, ok, code }) => name === 'assume_role' && !ok && code !== 'skipped') === true;

/** The result of the verification, check by check. */
export function Verify({ cloud, verify }: { cloud: Cloud; verify: ReturnType<typeof useVerify> }) {
  const absent = [cloud.state_bucket === null && 'the bucket', cloud.role_arn === null && 'the role'].filter(Boolean);
  const { data } = verify;
  return (
    <Step
      number={4}
      title="Verification"
      done={data?.ok === true}
      about="Assumes the role, lists the bucket, reads the first byte of a state and looks for the provider, as an analysis does. Takes some seconds."
    >
      <div>
        <Button
          label={verify.isPending ? 'Verifying …' : 'Verify connection'}
          look="main"
          busy={verify.isPending}
          unavailable={absent.length > 0 ? `Set ${absent.join(' and ')} first.` : undefined}
          onClick={() => verify.mutate()}
        />
      </div>
      <div role="status" className={styles.cards}>
        <ProblemNote error={verify.error} />
        {data !== undefined && (
          <>
            <Note>
              <p>
                {data.ok
                  ? 'Ready: everything that an analysis needs works.'
                  : 'Not ready yet: fix the failed checks and retry. A new role takes AWS some seconds.'}{' '}
                <When at={data.checked_at} />
              </p>
              <Name mono text={data.assumed_role_arn} />
            </Note>
            <ul className={styles.cards}>
              {data.checks.map((check) => (
                <OneCheck key={check.name} check={check} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Step>
  );
}
