import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AttributeDrift, Finding } from '../../src/engine/model/analysis.ts';
import { compareTexts } from '../../src/base/compare.ts';
import type { UnmanagedObject } from '../../src/engine/model/inventory.ts';
import { CONSTANT, findingsText, parseFindings } from '../../testkit/golden-findings.ts';

/** The golden file of an estate. */
export const goldenPath = (estate: string): string => fileURLToPath(new URL(`golden/${estate}.txt`, import.meta.url));

/** The golden file of the classes of what no state of an estate has. */
export const classesPath = (estate: string): string =>
  fileURLToPath(new URL(`golden/${estate}-unmanaged.txt`, import.meta.url));

/** How many objects of each class and type are in no state: `provided aws_vpc 2`. */
export function classesText(objects: readonly UnmanagedObject[]): string {
  const counts = Map.groupBy(objects, ({ class: kind, type }) => `${kind} ${type}`);
  const lines = [...counts].map(([key, some]) => `${key} ${some.length}\n`);
  return lines.toSorted(compareTexts).join('');
}

/** Findings of an estate; their ids, fingerprints and times are constants. */
export const readGolden = (estate: string): Finding[] => parseFindings(readFileSync(goldenPath(estate), 'utf8'));

/** Values that moto, the provider and the front draw at random or take from the clock, each with its constant. */
const RANDOM: readonly [RegExp, string][] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:4566'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '01234567-89ab-cdef-0123-456789abcdef'],
  // Generated names of terraform: the time and a counter.
  [/\b20\d{16}[0-9a-f]{8}\b/g, '20260101000000000000000001'],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '2026-01-01T00:00:00Z'],
  // Ids of EC2: `sg-…`. A route's id starts with its table's id.
  [/\b([a-z]+-)(?!20\d{15})[0-9a-f]{17}/g, '$10123456789abcdef0'],
  [/\b(fs-|fsmt-|fsap-)[0-9a-f]{8}\b/g, '$101234567'],
  [/\.[0-9a-f]{6}(\.nodes\.dax-clusters\.)/g, '.012345$1'],
  // Policy versions of OpenSearch Serverless and DynamoDB.
  [/("policy_version",\s*"before": )"\w+",(\s*"after": )"\w+"/g, '$1"A1",$2"A2"'],
  [/("revision_id",\s*"before": )"\d+",(\s*"after": )"\d+"/g, '$1"1",$2"2"'],
  [/\bprx-tg-[0-9a-z]{17}\b/g, 'prx-tg-0123456789abcdefg'],
  [/\b(sgrule|nacl)-\d+/g, '$1-1234567890'],
  [/(targetgroup\/\w+\/)[0-9a-f]{16}\b/g, '$10123456789abcdef'],
  [/\b([a-z]+-[a-z]+-\d_)[0-9a-f]{32}\b/g, '$10123456789abcdef0123456789abcdef'],
  // Ids of hosted zones.
  [/\b[0-9A-Z]{20,23}(?![0-9A-Za-z])/g, 'Z0123456789ABCDEFGHIJ'],
  [/(:secret:[\w/]+-)[0-9A-Za-z]{6}\b/g, '$1AbCdEf'],
  [/\b(restapis|usageplans|apis)\/[a-z0-9]{8,10}\b/g, '$1/abcdef0123'],
  [/\bagi-[a-z0-9]{10}-[a-z0-9]{10}-/g, 'agi-abcdef0123-abcdef0123-'],
  [/(scalable-target\/)[a-z0-9]+/g, '$1abcdef0123456789'],
  // An API's id in a sentence; below, the user pool in an issuer.
  [/(API ID was changed from )[a-z0-9]{10} to [a-z0-9]{10}/g, '$1abcdef0123 to 0123abcdef'],
  [/("path": "api_id",\s*"before": ")[a-z0-9]{10}(",\s*"after": ")[a-z0-9]{10}/g, '$1abcdef0123$20123abcdef'],
  [/(us-east-1_)[0-9a-f]{5}…/g, '$1abcde…'],
];

/** Replaces random values and times by constants. */
export const known = (json: string): string =>
  RANDOM.reduce((text, [pattern, constant]) => text.replace(pattern, constant), json);

/** Removes the keyed fingerprints of masked values, which can be compared only within one run. */
function unkeyed({ before_fingerprint: _before, after_fingerprint: _after, ...rest }: AttributeDrift): AttributeDrift {
  return rest;
}

/** Types whose ids are random words without a known format. */
const DRAWN_IDS =
  /^aws_(api_gateway_(authorizer|base_path_mapping|gateway_response|integration_response|method_settings|request_validator|usage_plan_key|vpc_link)|apigatewayv2_(authorizer|model|route|route_response|vpc_link)|appconfig_.+|iot_certificate|mq_broker|service_discovery_.+)$/;

function golden(finding: Finding): Finding {
  const { type, attributes, informational, cloud_id: id } = finding;
  return {
    ...finding,
    ...CONSTANT,
    attributes: attributes.map(unkeyed),
    ...(informational && { informational: informational.map(unkeyed) }),
    ...(DRAWN_IDS.test(type) && id !== undefined && { cloud_id: 'abcdefgh' }),
  };
}

/** The text of a golden file: equal findings have equal texts in every run. */
export const goldenText = (findings: readonly Finding[]): string =>
  findingsText(JSON.parse(known(JSON.stringify(findings.map(golden), null, 2))) as Finding[]);
