import { SourceProblem, type StateSource } from '../base/state-source.ts';
import type { AnalysisContext } from './context.ts';
import type { StateReport } from './model/analysis.ts';
import { unseen, type Observations, type Observation } from './refresh/observe.ts';
import type { ReportedState } from './report/results.ts';
import { isReadable, openState, type OpenedState, type ReadableState } from './state/open-state.ts';
import type { StateInstance } from './state/parse.ts';

/** The content of an instance that its read starts from and its result is compared with. */
const contentOf = ({ provider, schemaVersion, attributes, identity, sensitivePaths, ...one }: StateInstance): string =>
  JSON.stringify([
    provider.text,
    schemaVersion,
    attributes,
    identity,
    sensitivePaths,
    Buffer.from(one.private).toString('base64'),
  ]);

/** Moves an observation to the equal instance of a newer version of the state. */
function sameOf(instance: StateInstance, observation: Observation): Observation {
  if (!('seen' in observation) || observation.seen.status === 'in_sync') return observation;
  const { seen } = observation;
  const { result } = seen;
  return { seen: { ...seen, result: { ...result, instance, observed: { ...result.observed, instance } } } };
}

/**
 * Keeps the observations of instances that are unchanged in a newer version of a state. Changed and new instances have
 * to be read.
 */
function carryOver(observations: Observations, to: readonly StateInstance[]): Map<StateInstance, Observation> {
  const byAddress = new Map([...observations.keys()].map((instance) => [instance.address, instance]));
  const carried = new Map<StateInstance, Observation>();
  for (const instance of to) {
    const before = byAddress.get(instance.address);
    const observation = before && observations.get(before);
    if (before && observation && contentOf(before) === contentOf(instance))
      carried.set(instance, sameOf(instance, observation));
  }
  return carried;
}

/** An analysed state. Its findings are computed lazily, so that memory never holds all of them. */
export type AnalysedState = ReportedState & { report: StateReport; etag: string };

/** Takes one version of a state through all stages. Instances with an observation in `earlier` are not read again. */
export type AnalyseVersion = (
  opened: ReadableState,
  earlier: Observations | undefined,
) => Promise<{ observations: Observations; reported: ReportedState }>;

const NOTHING: ReportedState = { results: [], open: [], drifted: [] };

/** How often a state is read again if it was written during its analysis. */
const MAX_ROUNDS = 3;

/** True if an object did not change since it was read. False on an error: opening the object again reports it. */
async function isSame(source: StateSource, key: string, etag: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await source.etag(key, signal)) === etag;
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    return false;
  }
}

function movedReport(first: StateReport, { report }: OpenedState, unsettled: number): StateReport {
  const serials = `serial ${first.serial ?? '?'} became ${report.serial ?? '?'}`;
  const detail =
    unsettled === 0
      ? `The state was written during the analysis (${serials}); changed instances were read again.`
      : `The state was written again and again during the analysis (${serials}); ${unsettled} of its instances changed too late to be read again. Analyse it when nothing is being applied.`;
  return { ...report, code: 'state_moved', detail };
}

function withRestUnchecked(instances: readonly StateInstance[], read: Observations): Observations {
  const detail = 'It changed in the state again and again during the analysis; run it when nothing is being applied.';
  return new Map(
    instances.map((one) => [one, read.get(one) ?? unseen(one, 'unreadable', 'state_moved', detail)] as const),
  );
}

/**
 * Analyses one state. If an apply writes the state meanwhile, changed instances are read again, so results of an
 * outdated version are never reported.
 */
export async function analyseMoving(
  key: string,
  { source, signal }: Pick<AnalysisContext, 'source' | 'signal'>,
  analyse: AnalyseVersion,
): Promise<AnalysedState> {
  const first = await openState(source, key, signal);
  if (!isReadable(first)) return { ...first, ...NOTHING };
  let opened = first;
  let unsettled = 0;
  let earlier: Observations | undefined;
  for (let round = 0; ; round += 1) {
    const { observations, reported } = await analyse(opened, earlier);
    const report = round > 0 ? movedReport(first.report, opened, unsettled) : opened.report;
    if (round > MAX_ROUNDS || (await isSame(source, key, opened.etag, signal)))
      return { report, etag: opened.etag, ...reported };
    const newer = await openState(source, key, signal);
    if (!isReadable(newer)) return { ...newer, ...NOTHING };
    opened = newer;
    earlier = carryOver(observations, newer.state.instances);
    if (round < MAX_ROUNDS) continue;
    unsettled = newer.state.instances.length - earlier.size;
    earlier = withRestUnchecked(newer.state.instances, earlier);
  }
}
