/** Where a repository is shown to people; null where no such address can be vouched for. */
export function repositoryUrl({ full_name: name }: { full_name: string }, webUrl: string | undefined): string | null {
  const isName = /^[\w-][\w.-]*\/(?!\.{1,2}$)[\w.-]+$/.test(name);
  return isName && /^https?:/.test(webUrl ?? '') ? `${webUrl}/${name}` : null;
}
