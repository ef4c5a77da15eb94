/** The suffixes of AWS's hosts, by partition (botocore's partitions.json). */
const SUFFIXES = [
  'amazonaws.com',
  'api.aws',
  'amazonaws.com.cn',
  'api.amazonwebservices.com.cn',
  'amazonaws.eu',
  'api.amazonwebservices.eu',
  'c2s.ic.gov',
  'api.aws.ic.gov',
  'sc2s.sgov.gov',
  'api.aws.scloud',
  'cloud.adc-e.uk',
  'api.cloud-aws.adc-e.uk',
  'csp.hci.ic.gov',
  'api.aws.hci.ic.gov',
];

const REGION = /^[a-z]+(-[a-z]+)+-\d+$/;
const LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;

/** A host's labels without region and suffix: `acme.s3.dualstack.eu-west-1.amazonaws.com` is [`acme`, `s3`]. */
function labelsOf(host: string): string[] | undefined {
  const suffix = SUFFIXES.find((end) => host.endsWith(`.${end}`));
  if (suffix === undefined) return undefined;
  const labels = host.slice(0, -suffix.length - 1).split('.');
  if (!labels.every((label) => LABEL.test(label))) return undefined;
  const isTail = (label: string | undefined) =>
    label !== undefined && (REGION.test(label) || ['dualstack', 'global', 'us-gov'].includes(label));
  while (labels.length > 1 && isTail(labels.at(-1))) labels.pop();
  return labels.map((label) => label.replace(/-fips\b|^fips-/, '').replace(/^s3express-(?!control$).*/, 's3express'));
}

/** The endpoint's name in a host, and the part before it. */
export type Endpoint = { name: string; before: string };

/**
 * Finds the endpoint of a host: the shortest known name, so that a part that a customer may choose (a bucket's name)
 * stands before it and never counts as the name. Undefined for hosts of customers (`x.execute-api…`,
 * `ec2-….compute-1…`, load balancers, databases), which are in AWS's domains but are no AWS service.
 */
export function endpointOf(host: string, names: ReadonlySet<string>): Endpoint | undefined {
  const labels = labelsOf(host);
  if (labels === undefined) return undefined;
  for (let at = labels.length - 1; at >= 0; at -= 1) {
    const name = labels.slice(at).join('.');
    if (at === 0 && names.has(name)) return { name, before: '' };
    if (at > 0 && names.has(`*.${name}`)) return { name: `*.${name}`, before: labels.slice(0, at).join('.') };
  }
  return undefined;
}
