import { messageOf } from '../../base/errors.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { StateReport } from '../model/analysis.ts';
import { parseState, type State } from './parse.ts';

/** A state after an attempt to read it. `state` is undefined if that failed; `report` has the reason. */
export type OpenedState = { report: StateReport; etag: string; state: State | undefined };

export type ReadableState = OpenedState & { state: State };

export const isReadable = (opened: OpenedState): opened is ReadableState => opened.state !== undefined;

export const pendingReport = (key: string): StateReport => ({
  key,
  serial: null,
  lineage: null,
  terraform_version: null,
  status: 'pending',
  repo_id: null,
});

/** Fetches and parses one state. Errors are reported, and do not stop other states. */
export async function openState(source: StateSource, key: string, signal?: AbortSignal): Promise<OpenedState> {
  const blank = pendingReport(key);
  const unreadable = (etag: string, code: string, detail: string): OpenedState => ({
    report: { ...blank, status: 'unreadable', code, detail },
    etag,
    state: undefined,
  });
  try {
    const { bytes, etag } = await source.read(key, signal);
    const parsed = parseState(bytes);
    if (!parsed.ok) return unreadable(etag, parsed.code, parsed.detail);
    const { serial, lineage, terraformVersion } = parsed.state;
    const report: StateReport = { ...blank, serial, lineage, terraform_version: terraformVersion, status: 'read' };
    return { report, etag, state: parsed.state };
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    return unreadable('', error.code, messageOf(error));
  }
}
