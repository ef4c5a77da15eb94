import { isEmulator } from '../../../base/this-machine.ts';
import { AwsProblem, whereTo } from './problems.ts';
import type { AwsSettings } from './settings.ts';

export type CheckName =
  | 'credentials'
  | 'assume_role'
  | 'external_id'
  | 'state_bucket'
  | 'account_roles'
  | 'lock_tables'
  | 'permissions';

export type Outcome = { ok: boolean; code?: string; detail?: string; hint?: string };

export type AwsCheck = Outcome & { name: CheckName };

type Step<T> = { check: AwsCheck; value: T | undefined };

/** Runs one check for at most `ms`. An `AwsProblem` becomes its outcome. */
export async function runCheck<T>(
  name: CheckName,
  { settings, ms }: { settings: AwsSettings; ms: number },
  run: (signal: AbortSignal) => Promise<{ outcome: Outcome; value?: T }>,
): Promise<Step<T>> {
  const timeout = AbortSignal.timeout(ms);
  const tooSlow = () => timedOut(name, settings, ms);
  // Raced, because the search for credentials ignores the signal.
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(tooSlow()), { once: true });
  });
  try {
    const { outcome, value } = await Promise.race([run(timeout), late]);
    return { check: { name, ...outcome, ...(outcome.hint && { hint: emulatorHint(settings) + outcome.hint }) }, value };
  } catch (error) {
    const problem = error === timeout.reason ? tooSlow() : error;
    if (!(problem instanceof AwsProblem)) throw error;
    const { code, detail, hint } = problem;
    return { check: { name, ok: false, code, detail, hint }, value: undefined };
  }
}

/** Explains that an emulator grants requests that AWS may refuse: nobody should look for a mistake. */
const emulatorHint = ({ endpoint }: AwsSettings): string =>
  isEmulator(endpoint) ? 'An emulator answers here, which checks less than AWS does. ' : '';

function timedOut(name: CheckName, settings: AwsSettings, ms: number): AwsProblem {
  const where = whereTo(settings, name === 'state_bucket' ? 'S3' : 'STS');
  return new AwsProblem(
    'source_unreachable',
    `${where} did not answer within ${ms / 1000} seconds.`,
    'Check the network, the proxy and the endpoint, then try again.',
  );
}

export function skipped(name: CheckName, because: CheckName): AwsCheck {
  return { name, ok: false, code: 'skipped', detail: `Not tried, because ${because} failed.` };
}
