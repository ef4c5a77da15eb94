import { plural } from '../../../base/plural.ts';
import type { Match } from '../../../store/queries/incident-vectors.ts';
import { recallByModel } from '../../../services/memory/recall.ts';
import { Strict } from '../../schemas/common.ts';
import { OrgQuery, RecallRequest, Recollection } from '../../schemas/incident.ts';
import { clipped } from './brief.ts';
import { defineTool } from './tool.ts';

/** The most characters of all matches in a result; of one match, those of its summary and its resource. */
const ROOM = 16_000;
const SUMMARY = 1000;
const RESOURCE = 500;

/** Matches for agents: the fewer there are, the more is shown of each. */
function briefMatches(matches: readonly Match[]): readonly Match[] {
  const room = Math.floor(ROOM / Math.max(1, matches.length));
  const summary = Math.min(SUMMARY, Math.floor(room * 0.7));
  return clipped(matches, { summary, resource: Math.min(RESOURCE, Math.floor(room * 0.3)) });
}

/** The strength of a similarity, as in docs/memory.md. Models of other services have their own scales. */
function strengthOf(model: string | undefined, similarity: number): string {
  if (model?.startsWith('remote:')) return 'on the scale of its model';
  return similarity >= 0.4 ? 'strong' : similarity >= 0.25 ? 'possible' : 'weak';
}

export const recallTool = defineTool({
  name: 'recall',
  title: 'Has this gone wrong here before?',
  description: `Finds past incidents that are like what you are about to do. Call it BEFORE you change infrastructure: before you write or apply Terraform, before you change a resource in the cloud, and when you look into a failure. Say in "intent" what you are about to do, in a sentence with the names of the resources, for example "open port 22 of aws_security_group.bastion to the internet". A similarity from 0.40 is a strong match, from 0.25 a possible one, and below that it usually means nothing (the text of the result says where another scale is used). Read a match with get_incident before you go on.`,
  input: Strict({ ...RecallRequest.properties, ...OrgQuery.properties }),
  output: Recollection,
  recalls: true,
  async call(ctx, input) {
    const { matches: recalled, latency_ms, model } = await recallByModel(ctx, input);
    const matches = briefMatches(recalled);
    const best = matches[0]?.similarity ?? 0;
    return {
      data: { matches, latency_ms },
      headline:
        matches.length === 0
          ? 'No similar incidents.'
          : `${plural(matches.length, 'past incident')}, the most similar first; the best match has ${best.toFixed(4)} (${strengthOf(model, best)}).`,
      lines: matches.map(
        ({ id, similarity, date, summary, resource }) =>
          `${similarity.toFixed(4)} (${strengthOf(model, similarity)}) ${date} ${resource}: ${summary} (${id})`,
      ),
    };
  },
});
