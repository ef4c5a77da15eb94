import type { Finding } from '../../model/analysis.ts';
import { cut, plain } from '../wording/clean.ts';

/** Tags that name the environment or account of a resource. Names are in lower case, without punctuation. */
const ENVIRONMENT_TAGS = ['environment', 'env', 'stage', 'environmentname', 'envname'];
const ACCOUNT_TAGS = ['account', 'accountname', 'awsaccount', 'accountalias'];

/** Common names of environments. In a state's path more words mean an environment than in the name of a resource. */
const NAMES = 'prod|production|prd|preprod|nonprod|staging|stg|uat|qa|dev|development|sandbox|sbx';
const IN_NAME = new RegExp(`^(?:${NAMES})$`);
const IN_PATH = new RegExp(`^(?:${NAMES}|stage|test|testing|live|demo|int|integration|dr)$`);

/** A user's word for use in a sentence. Undefined for other text: several words may be a sentence of their own. */
function word(text: string | undefined): string | undefined {
  const clean = cut(plain(text ?? ''), 40);
  return /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(clean) ? clean.replace(/[._/-]+$/, '') : undefined;
}

/** The first value of tags with these names that is a single word. */
function tagged(tags: Readonly<Record<string, string>>, names: readonly string[]): string | undefined {
  const nameOf = (key: string) => (key.split(/[:/]/).at(-1) ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const values = Map.groupBy(Object.entries(tags), ([key]) => nameOf(key));
  return names
    .flatMap((name) => values.get(name) ?? [])
    .map(([, value]) => word(value))
    .find((found) => found !== undefined);
}

/**
 * Names such as `non-prod` or `prod-like` mean another environment, or none. They are joined to one word, so that
 * `prod` does not match.
 */
const NOT_ONE =
  /(?<![a-z0-9])(non?|not|pre|post|near|ex|fake|pseudo|like|un)[-_. ]?(prod|production|prd|live|staging)(?![a-z0-9])/g;
const LIKE_ONE = /(?<![a-z0-9])(prod|production|prd|live|staging)[-_. ]?(like|copy|clone|replica|mirror)(?![a-z0-9])/g;
const glued = (text: string) =>
  text
    .toLowerCase()
    .replace(NOT_ONE, (_, not: string, name: string) =>
      name.startsWith('p') ? `${not.startsWith('no') ? 'non' : not}prod` : `${not}${name}`,
    )
    .replace(LIKE_ONE, '$1$2');

const parts = (text: string) => glued(text).split(/[^a-z0-9-]+/);
/** Splits names into words: `prod` of `acme-prod-network`. */
const pieces = (text: string) => parts(text).flatMap((part) => [part, ...part.split('-')]);

const SAME: Readonly<Record<string, string>> = {
  production: 'prod',
  prd: 'prod',
  stg: 'staging',
  development: 'dev',
  sbx: 'sandbox',
};

/**
 * The word for an environment, by the first test that matches any word. Empty if the matches name several environments;
 * undefined if no test matches.
 */
function theOne(words: readonly string[], ...tests: readonly RegExp[]): string | undefined {
  for (const test of tests) {
    const found = words.filter((one) => test.test(one));
    const [first] = found;
    if (first !== undefined) return new Set(found.map((one) => SAME[one] ?? one)).size === 1 ? first : '';
  }
  return undefined;
}

function environmentOf({ state_key: key, resource }: Finding, tags: Readonly<Record<string, string>>) {
  return (
    tagged(tags, ENVIRONMENT_TAGS) ??
    theOne(parts(key), IN_NAME, IN_PATH) ??
    theOne(pieces(key.replaceAll('_', '-')), IN_NAME, IN_PATH) ??
    theOne(pieces(resource.replaceAll('_', '-')), IN_NAME)
  );
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The location for a sentence: `in prod (eu-west-1)`, with its known parts. Empty if nothing is known. */
export function placeOf(finding: Finding, tags: Readonly<Record<string, string>> = {}): string {
  const environment = environmentOf(finding, tags)?.toLowerCase() || undefined;
  const named = tagged(tags, ACCOUNT_TAGS) ?? word(/(?:^|\/)accounts?\/([^/]+)\//.exec(finding.state_key)?.[1]);
  const account = named ?? (environment === undefined ? word(finding.account_id) : undefined);
  const region = word(finding.region);
  const where = [
    environment,
    account !== undefined && bare(account) !== bare(environment ?? '') && `account ${account}`,
  ].filter(Boolean);
  if (where.length === 0) return region === undefined ? '' : `in ${region}`;
  return `in ${where.join(' of ')}${region === undefined ? '' : ` (${region})`}`;
}
