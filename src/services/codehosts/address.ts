/** The address of a repository's page; null if the name or `webUrl` is not safe to build a link from. */
export function repositoryUrl({ full_name: name }: { full_name: string }, webUrl: string | undefined): string | null {
  const isName = /^[\w-][\w.-]*\/(?!\.{1,2}$)[\w.-]+$/.test(name);
  return isName && /^https?:/.test(webUrl ?? '') ? `${webUrl}/${name}` : null;
}
