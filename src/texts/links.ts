import { codeSpan } from './markup.ts';

/**
 * Where an analysis is found: a link to this server, where its address is known, and the command that shows it. Ids are ours.
 * `publicUrl` is the operator's.
 */
export function analysisLink(id: string, publicUrl: string | undefined): string {
  const command = codeSpan(`plumbline analyses show ${id}`);
  if (publicUrl === undefined) return command;
  return `[${id}](${analysisUrl(id, publicUrl)}) (${command})`;
}

/** The address of an analysis on this server. */
export function analysisUrl(id: string, publicUrl: string): string {
  return new URL(`api/v1/analyses/${encodeURIComponent(id)}`, publicUrl.replace(/\/?$/, '/')).href;
}

/** The same for everybody who may not see it: a link to the page of the dashboard, which asks who wants to read it. */
export function pageLink({ id, org_id }: { id: string; org_id: string | null }, publicUrl: string | undefined): string {
  if (publicUrl === undefined || org_id === null) return codeSpan(`plumbline analyses show ${id}`);
  const path = `o/${encodeURIComponent(org_id)}/analyses/${encodeURIComponent(id)}`;
  return `[${id}](${new URL(path, publicUrl.replace(/\/?$/, '/')).href})`;
}
