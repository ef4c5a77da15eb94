import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';
import type { StateSource } from '../base/state-source.ts';
import { guard } from '../clouds/aws/gateway/actions/guard.ts';
import { readRecording, type Recording } from '../clouds/aws/gateway/record/format.ts';
import { createMarks } from '../clouds/aws/gateway/record/marks.ts';
import { createRecorder } from '../clouds/aws/gateway/record/recorder.ts';
import { createReplayer } from '../clouds/aws/gateway/record/replayer.ts';
import type { Access, CloudTarget, NoAccess } from '../engine/refresh/cloud-target.ts';
import { replayedHost } from '../provider/wrapped-hosts.ts';
import type { ProviderHost } from '../provider/contract/types.ts';
import type { GatewayWay } from './compose-providers.ts';
import { ConfigError } from './config/config.ts';
import { stateSecrets } from './state-secrets.ts';

/** A scan's cloud, recorded or replayed. */
export type RecordedCloud = {
  target: CloudTarget;
  way: GatewayWay;
  /** Wraps the states, whose secrets the recording masks. */
  source(source: StateSource): StateSource;
  /** Wraps the providers, whose reads a replay may contain. */
  host(host: ProviderHost): ProviderHost;
  /** Returns the problem of an incomplete recording, if there is one. */
  close(): string | undefined;
};

/**
 * Starts a recording in a new file that only its owner can read. If a later write fails, the scan goes on anyway. Throws
 * `ConfigError` where the file cannot be created.
 */
export function recordTo(file: string, target: CloudTarget): RecordedCloud {
  const fd = opened(file);
  let problem: unknown;
  const write = (line: string): void => {
    if (problem !== undefined) return;
    try {
      writeSync(fd, line);
    } catch (error) {
      problem = error;
    }
  };
  const { region, endpoint } = target;
  const { hide, source } = stateSecrets();
  const recorder = createRecorder({ write, region, endpoint, secrets: () => target.secrets(), hide });
  const recorded = new Set<string | undefined>();
  return {
    target: {
      ...target,
      access: async (account, refused) => {
        const found = await target.access(account, refused);
        if (!recorded.has(account)) {
          const known = 'reason' in found ? found : { account: found.account ?? null };
          recorder.access({ access: account ?? null, found: known });
        }
        recorded.add(account);
        return found;
      },
    },
    way: { record: recorder.stage },
    source,
    host: (host) => host,
    close: () => {
      closeSync(fd);
      return problem === undefined ? undefined : `The recording is not complete: ${messageOf(problem)}.`;
    },
  };
}

function opened(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new ConfigError('--record', exists ? `${file} is there already; name a new file` : messageOf(error));
  }
}

/** Replays a recording instead of a cloud; it contains no credentials. Throws `ConfigError`. */
export function replayFrom(file: string, target: CloudTarget): RecordedCloud {
  const recording = readFrom(file);
  const marks = createMarks(recording.id);
  const { hide, source } = stateSecrets();
  return {
    target: {
      ...target,
      region: recording.region ?? undefined,
      // Nothing is sent to this address: the replay answers first.
      endpoint: recording.own_endpoint ? 'https://recording.invalid' : undefined,
      access: accessFrom(recording),
      secrets: () => [],
    },
    way: { stages: [guard], upstream: createReplayer(recording, hide) },
    source,
    host: (host) => replayedHost(host, (text) => marks.isIn(text)),
    close: () => undefined,
  };
}

function readFrom(file: string): Recording {
  try {
    return readRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError('--replay', `${file} cannot be replayed: ${messageOf(error)}`);
  }
}

const NOBODY = { accessKeyId: 'replayed', secretAccessKey: 'replayed' };

function accessFrom({ accesses }: Recording): CloudTarget['access'] {
  const known = new Map<string | null, Access | NoAccess>();
  for (const { access, found } of accesses)
    known.set(access, 'reason' in found ? found : { credentials: NOBODY, account: found.account ?? undefined });
  return async (account) =>
    known.get(account ?? null) ?? {
      reason: 'credentials_missing',
      detail: `The recording has no credentials of ${account === undefined ? 'the account of its credentials' : `account ${account}`}: record the scan of these states again.`,
    };
}
