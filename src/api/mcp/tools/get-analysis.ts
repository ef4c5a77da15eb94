import { Type } from 'typebox';
import { plural } from '../../../base/plural.ts';
import { VERDICTS, type SeenBefore } from '../../../engine/model/analysis.ts';
import { sideEffectsText } from '../../../engine/report/wording/drifted.ts';
import { listFindings } from '../../../services/analyses/findings-page.ts';
import { Analysis } from '../../schemas/analysis.ts';
import { Id, Strict } from '../../schemas/common.ts';
import {
  BriefAnalysis,
  findingFields,
  findingFilters,
  findingHeadline,
  findingLines,
  findingPart,
} from './drift-page.ts';
import { briefly, clipped } from './brief.ts';
import { defineTool } from './tool.ts';

const PROVIDERS = 20;
const SEEN_BEFORE = 5;
const SUMMARY = 300;

const { started_at, progress, summary_source } = Analysis.properties;
const Overview = Type.Object({ ...BriefAnalysis.properties, started_at, progress, summary_source });

function similarLines({ resource, incident_id: id, matches }: SeenBefore): string[] {
  return [
    `Seen before: ${resource} (${id}) is like`,
    ...matches.map((one) => `    ${one.similarity.toFixed(4)} ${one.date} ${one.resource}: ${one.summary} (${one.id})`),
  ];
}

export const getAnalysisTool = defineTool({
  name: 'get_analysis',
  title: 'One analysis',
  description:
    'Shows one analysis: how far it is, how many resources got which verdict, its summary, its findings (the worst first, page by page), which of them are like earlier incidents, and what it could not check. Ids come from list_drift.',
  input: Strict({
    id: Type.Unsafe<string>({ ...Id, description: 'The id of an analysis', examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    ...findingFilters,
  }),
  output: Type.Object({
    analysis: Type.Object({
      ...Overview.properties,
      states: Type.Integer({ minimum: 0, description: 'How many states are in scope' }),
      providers: Type.Array(Type.String(), {
        description: 'The providers that read the values',
        examples: [['hashicorp/aws 5.100.0']],
      }),
    }),
    similar: Analysis.properties.similar,
    similar_in_all: Type.Integer({ minimum: 0 }),
    ...findingFields,
  }),
  async call(ctx, input) {
    const page = await listFindings(ctx, input);
    const { analysis: whole, state_prefix } = page;
    const part = findingPart(page);
    const similar = clipped(page.similar.slice(0, SEEN_BEFORE), { summary: SUMMARY });
    const analysis = {
      ...briefly(Overview, { ...whole, state_prefix }),
      states: whole.states.length,
      providers: whole.providers.slice(0, PROVIDERS).map(({ source, version }) => `${source} ${version}`),
    };
    const { following: sideEffects = 0 } = whole.counts;
    const verdicts = VERDICTS.filter((name) => whole.counts[name] > 0).map((name) =>
      name === 'changed'
        ? `${whole.counts.changed - sideEffects} changed${sideEffectsText(sideEffects)}`
        : `${whole.counts[name]} ${name}`,
    );
    return {
      data: { analysis, similar, similar_in_all: page.similar.length, ...part },
      headline: [
        `${analysis.id} is ${analysis.status}: ${whole.progress.done} of ${whole.progress.total} resources done, in ${plural(analysis.states, 'state')}${verdicts.length === 0 ? '' : `: ${verdicts.join(', ')}`}.`,
        findingHeadline(part, 'get_analysis'),
      ].join(' '),
      lines: [
        ...(state_prefix === null ? [] : [`Only states under ${state_prefix} are checked.`]),
        ...(analysis.error ? [`Failed with ${analysis.error.code}: ${analysis.error.detail}`] : []),
        ...(analysis.ai_summary === null ? [] : ['Summary:']),
        ...(analysis.ai_summary?.split('\n') ?? []).map((line) => `    ${line}`),
        ...similar.flatMap(similarLines),
        ...findingLines(part),
      ],
    };
  },
});
