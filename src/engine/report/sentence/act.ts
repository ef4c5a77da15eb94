import { cutMiddle, plain } from '../wording/clean.ts';

const MAX_RESOURCE = 160;

/** An address as sentences have it: on one line, without its middle where it is very long. */
export function addressIn(resource: string): string {
  return cutMiddle(plain(resource), MAX_RESOURCE);
}

const WHERE = / outside Terraform(?: in .+?)?(?=, so that |$)/;

/**
 * What was done, out of an incident's sentence: without on which resource and where. All drift of one place is alike in those
 * words; this asks for what is alike in what happened, as somebody would who is about to do it.
 */
export function actIn({ resource, summary }: { resource: string; summary: string }): string {
  const act = summary.replace(WHERE, '');
  const address = addressIn(resource);
  const named = [` on ${address}`, ` for ${address}`, ` ${address}`].find((words) => act.includes(words));
  if (named === undefined) return act;
  const at = act.lastIndexOf(named);
  return act.slice(0, at) + act.slice(at + named.length);
}
