import type { Analysis } from '../../engine/model/analysis.ts';
import type { Organization } from '../../services/access/organization.ts';

/** The number of opened incidents, and how to search them. */
export function memoryText({ findings }: Analysis): string {
  const opened = new Set(findings.flatMap((one) => (one.incident_id === null ? [] : [one.incident_id]))).size;
  return `Opened ${opened} incidents. Search them with \`plumbline recall\`.`;
}

/** How to get into the dashboard. */
export function signInText(url: string, key: string, link: string, command: string): string {
  return [
    'Open the dashboard in a browser. This link signs in once, within 5 minutes:',
    '',
    `  ${link}`,
    '',
    `Another one: ${command} dashboard --url ${url} --key ${key}`,
    'Serving until Ctrl-C.',
  ].join('\n');
}

/** First calls of the API; `source` is the name of the organization's state source, if it has one. */
export function nextSteps(
  url: string,
  key: string,
  organization: Organization,
  analysis: Analysis,
  source: string | undefined,
): string {
  const curl = '  curl -sH "Authorization: Bearer $KEY" $URL';
  const post = `  curl -sX POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'`;
  const org = `${curl}/orgs/${organization.id}`;
  const connection =
    source === undefined
      ? [`${org}/aws`, `${org}/aws/verify`]
      : [`${org}/state-sources`, `${org}/state-sources/${source}/verify`];
  return [
    'Use the API with curl. The key is valid for this demo only:',
    '',
    `  URL=${url}/api/v1`,
    `  KEY=${key}`,
    `${curl}/analyses/${analysis.id}`,
    ...connection,
    `${org}/incidents`,
    `${post} \\`,
    `    -d '{"project":"${organization.login}","intent":"open ssh to the world"}' $URL/memory/recall`,
    `${post} \\`,
    `    -d '{}' $URL/orgs/${organization.id}/analyses`,
    '  curl -s $URL/openapi.json',
    '',
    `The API's reference is at ${url}/docs.`,
  ].join('\n');
}
