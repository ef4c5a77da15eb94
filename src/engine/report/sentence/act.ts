import { cutMiddle, plain } from '../wording/clean.ts';

const MAX_RESOURCE = 160;

/** The form of an address in a sentence: one line, with its middle omitted if it is very long. */
export function addressIn(resource: string): string {
  return cutMiddle(plain(resource), MAX_RESOURCE);
}

const WHERE = / outside Terraform(?: in .+?)?(?=, so that |$)/;

/**
 * Removes the resource and the location from the sentence of an incident. All drift at one location shares these words;
 * the search for similar incidents is about the change alone, since an intent is phrased like that.
 */
export function actIn({ resource, summary }: { resource: string; summary: string }): string {
  const act = summary.replace(WHERE, '');
  const address = addressIn(resource);
  const named = [` on ${address}`, ` for ${address}`, ` ${address}`].find((words) => act.includes(words));
  if (named === undefined) return act;
  const at = act.lastIndexOf(named);
  return act.slice(0, at) + act.slice(at + named.length);
}
