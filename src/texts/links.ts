import { codeSpan } from './markup.ts';

/**
 * The reference to an analysis: a link to this server if its address is known, and the command that shows it. Not
 * escaped, because ids are generated here and `publicUrl` comes from the operator.
 */
export function analysisLink(id: string, publicUrl: string | undefined): string {
  const command = codeSpan(`plumbline analyses show ${id}`);
  if (publicUrl === undefined) return command;
  return `[${id}](${analysisUrl(id, publicUrl)}) (${command})`;
}

export function analysisUrl(id: string, publicUrl: string): string {
  return new URL(`api/v1/analyses/${encodeURIComponent(id)}`, publicUrl.replace(/\/?$/, '/')).href;
}

/** A reference for readers who may have no access: a link to the dashboard's page, which asks for a sign-in. */
export function pageLink({ id, org_id }: { id: string; org_id: string | null }, publicUrl: string | undefined): string {
  if (publicUrl === undefined || org_id === null) return codeSpan(`plumbline analyses show ${id}`);
  const path = `o/${encodeURIComponent(org_id)}/analyses/${encodeURIComponent(id)}`;
  return `[${id}](${new URL(path, publicUrl.replace(/\/?$/, '/')).href})`;
}
