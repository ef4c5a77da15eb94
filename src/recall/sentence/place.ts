import type { Finding } from '../../drift/analysis.ts';
import { cut, plain } from './clean.ts';

/** Tags that say which environment or account something belongs to, by name without signs and in lower case. */
const ENVIRONMENT_TAGS = ['environment', 'env', 'stage', 'environmentname', 'envname'];
const ACCOUNT_TAGS = ['account', 'accountname', 'awsaccount', 'accountalias'];

/** What people call environments; in a state's path, more words mean one than in the name of a resource. */
const NAMES = 'prod|production|prd|preprod|pre-prod|nonprod|non-prod|staging|stg|uat|qa|dev|development|sandbox|sbx';
const IN_NAME = new RegExp(`^(?:${NAMES})$`);
const IN_PATH = new RegExp(`^(?:${NAMES}|stage|test|testing|live|demo|int|integration|dr)$`);

/** A word of somebody's as a part of the sentence; undefined for what is no word. */
function word(text: string | undefined): string | undefined {
  const clean = cut(plain(text ?? ''), 40);
  return /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u.test(clean) ? clean.replace(/[. _/-]+$/, '') : undefined;
}

function tagged(tags: Readonly<Record<string, string>>, names: readonly string[]): string | undefined {
  const given = Object.entries(tags).map(([key, value]): [string, string] => [
    (key.split(/[:/]/).at(-1) ?? '').toLowerCase().replace(/[^a-z0-9]/g, ''),
    value,
  ]);
  for (const name of names)
    for (const [key, value] of given)
      if (key === name) {
        const found = word(value);
        if (found !== undefined) return found;
      }
  return undefined;
}

const parts = (text: string) => text.toLowerCase().split(/[^a-z0-9-]+/);
/** `prod` of `acme-prod-network` */
const pieces = (text: string) => parts(text).flatMap((part) => [part, ...part.split('-')]);

function environmentOf({ state_key: key, resource }: Finding, tags: Readonly<Record<string, string>>) {
  return (
    tagged(tags, ENVIRONMENT_TAGS) ??
    parts(key).find((part) => IN_PATH.test(part)) ??
    pieces(key).find((part) => IN_PATH.test(part)) ??
    pieces(resource.replaceAll('_', '.')).find((part) => IN_NAME.test(part))
  );
}

/** Where it was: `in prod (eu-west-1)`; as much of it as is known. Nothing where nothing is. */
export function placeOf(finding: Finding, tags: Readonly<Record<string, string>> = {}): string {
  const environment = environmentOf(finding, tags)?.toLowerCase();
  const named = tagged(tags, ACCOUNT_TAGS) ?? word(/(?:^|\/)accounts?\/([^/]+)\//.exec(finding.state_key)?.[1]);
  const account = named ?? (environment === undefined ? word(finding.account_id) : undefined);
  const region = word(finding.region);
  const where = [environment, account !== undefined && account !== environment && `account ${account}`].filter(Boolean);
  if (where.length === 0) return region === undefined ? '' : `in ${region}`;
  return `in ${where.join(' of ')}${region === undefined ? '' : ` (${region})`}`;
}
