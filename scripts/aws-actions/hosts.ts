const REGION = /^[a-z]+(-[a-z]+)+-\d+$/;

/** Parts of a template that stand for what follows the name of an endpoint: a region, a domain, the kind of network. */
const isTail = (label: string): boolean =>
  /^\{.*(region|suffix|authority)/i.test(label) ||
  REGION.test(label) ||
  ['dualstack', 'global', 'amazonaws', 'api', 'c2s', 'sc2s', 'csp', 'cloud', 'us-gov'].includes(label);

/**
 * The name of an endpoint in the template of its URL: `https://api.ecr.{Region}.{PartitionResult#dnsSuffix}` is `api.ecr`, and
 * `https://{AccountId}.ddb.{Region}…` is `*.ddb`. Names with `-fips` are those without. undefined where the template has none.
 */
export function endpointName(url: string): string | undefined {
  // What stands before an authority of the user's own is no name.
  if (url.includes('url#')) return undefined;
  const labels = /^https:\/\/([^/]+)/.exec(url)?.[1]?.split('.') ?? [];
  const names: string[] = [];
  for (const [index, label] of labels.entries()) {
    // `api.sagemaker` begins with what is a domain elsewhere.
    if (isTail(label) && !(label === 'api' && index === 0)) break;
    if (label.startsWith('{') && names.length > 0) return undefined;
    // The zone is part of the name in hosts of directory buckets.
    const known = label.startsWith('s3express-') && label.includes('{') ? 's3express' : label;
    names.push(known.includes('{') ? '*' : known.replace(/-fips\b|^fips-/g, ''));
  }
  const name = names.filter((label, index) => label !== '*' || names[index - 1] !== '*').join('.');
  return name === '' || name === '*' || name === 'localhost:8000' ? undefined : name;
}

/** All texts under the key `url` in the rules of a service's endpoints. */
export function urlsOf(rules: unknown): string[] {
  if (Array.isArray(rules)) return rules.flatMap(urlsOf);
  if (typeof rules !== 'object' || rules === null) return [];
  return Object.entries(rules).flatMap(([key, value]) =>
    key === 'url' && typeof value === 'string' ? [value] : urlsOf(value),
  );
}
