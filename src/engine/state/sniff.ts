/**
 * True if the first few kilobytes of an object look like a state. The key does not show it, because a state may have
 * any name. Terraform writes `version` first and the other words right after it. Tools that sort keys put `lineage`,
 * `outputs` and `resources` first. OpenTofu's encrypted states have words of their own.
 */
export function looksLikeState(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('{')) return false;
  if (/"(encrypted_data|encryption_version)"\s*:/.test(text)) return true;
  if (/"version"\s*:\s*\d/.test(text)) return /"(terraform_version|lineage|serial|resources|modules)"\s*:/.test(text);
  return /"lineage"\s*:/.test(text) && /"(outputs|resources|modules)"\s*:/.test(text);
}

/** True if a key belongs to a lock or backup of a state. */
export function isSidecar(key: string): boolean {
  return /\.tflock$|\.lock\.info$|\.backup$/.test(key);
}
