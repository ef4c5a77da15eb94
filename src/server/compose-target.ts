import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject, type JsonObject } from '../base/json.ts';
import { SourceProblem, type StateSource } from '../base/state-source.ts';
import { visible } from '../base/visible.ts';
import type { AwsSettings } from '../clouds/aws/account/settings.ts';
import { parseS3Url } from '../clouds/aws/account/s3-url.ts';
import { createFileSource } from '../integrations/files/source.ts';
import { directoriesOf } from '../provider/lock-files.ts';
import {
  dataDirectory,
  readRootModule,
  recordedBackend,
  selectedWorkspace,
  type Backend,
} from '../provider/root-module.ts';
import { openPlace } from './compose-place.ts';
import type { Env } from './config/config.ts';
import { PULL } from './targets/contract.ts';
import { backendKind, readTargetUrl } from './targets/kinds.ts';

export type TargetInput = {
  /** A state file, a directory, a URL such as `s3://bucket/prefix`, or `-` for a state on stdin. */
  target: string;
  /** The workspace of the directory; default: the selected one. */
  workspace?: string | undefined;
  env: Env;
  /** Reads a state from stdin. */
  stdin?: (() => Promise<Uint8Array>) | undefined;
  /** Called with the location of the states, if it is not the named target. */
  onNote?: ((text: string) => void) | undefined;
};

/** The states of a scan, and their root module. */
export type ScanTarget = {
  open: (reach: AwsSettings) => StateSource | Promise<StateSource>;
  /** Whether the states are in remote storage, which takes network calls. */
  isRemote: boolean;
  /** Where code and lock files are searched; undefined where there is no code beside the states. */
  beside: string | undefined;
  /** The key to search a state's code by. */
  besideKey: (stateKey: string) => string;
  /** The named root module: providers installed beside it may run. */
  root: string | undefined;
  /** The workspace of a state, if known. */
  workspaceOf: (stateKey: string) => string | undefined;
};

const DEFAULT = 'default';
const OWN_STATE = 'terraform.tfstate';
const WORKSPACES = 'terraform.tfstate.d';
const STDIN_KEY = 'stdin.tfstate';

/** The workspace of a state of the local backend; undefined for any other file. */
function localWorkspace(key: string): string | undefined {
  const [, name] = /^terraform\.tfstate\.d\/([^/]+)\/[^/]+$/.exec(key) ?? [];
  return name ?? (key === OWN_STATE ? DEFAULT : undefined);
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const isFilled = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Limits a source to some of its states. Throws `refusal` where none is left. */
function only(source: StateSource, isMeant: (key: string) => boolean, refusal?: () => SourceProblem): StateSource {
  return {
    ...source,
    async *list(signal) {
      let none = true;
      for await (const object of source.list(signal))
        if (isMeant(object.key)) {
          none = false;
          yield object;
        }
      if (none && refusal) throw refusal();
    },
  };
}

function textSource(read: () => Promise<Uint8Array>): StateSource {
  const etag = 'read once';
  let bytes: Promise<Uint8Array> | undefined;
  const once = () => (bytes ??= read());
  return {
    async *list() {
      yield { key: STDIN_KEY, size: (await once()).length, etag };
    },
    read: async () => ({ bytes: await once(), etag }),
    etag: async () => etag,
  };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The settings for a backend's bucket: those of its block, else the general ones. */
async function backendReach(settings: JsonObject, reach: AwsSettings): Promise<AwsSettings> {
  const { endpoints, access_key, secret_key, token, profile, role_arn, assume_role } = settings;
  const region = text(settings.region) ?? reach.region;
  const endpoint = text(isObject(endpoints) ? endpoints.s3 : undefined) ?? text(settings.endpoint) ?? reach.endpoint;
  const [accessKeyId, secretAccessKey] = [text(access_key), text(secret_key)];
  const own = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken: text(token) } : undefined;
  const { profileCredentials } = await import('../clouds/aws/account/client.ts');
  const named = own ?? (text(profile) === undefined ? undefined : await profileCredentials(text(profile)!));
  const base: AwsSettings = { ...reach, region, endpoint, credentials: named ?? reach.credentials };
  const block = (Array.isArray(assume_role) ? assume_role : [assume_role]).find((one) => isObject(one));
  const roleArn = text(block?.role_arn) ?? text(role_arn);
  if (roleArn === undefined) return base;
  const { assumeRole } = await import('../clouds/aws/account/role.ts');
  const externalId = text(block?.external_id) ?? text(settings.external_id);
  const as = { ...base, endpoint: reach.endpoint };
  return { ...base, credentials: await assumeRole(as, { roleArn, externalId, sessionName: 'plumbline-scan' }) };
}

function bucketTarget({ settings }: Backend, workspace: string, input: TargetInput): ScanTarget {
  const [bucket, key] = [text(settings.bucket), text(settings.key)];
  if (bucket === undefined || key === undefined)
    throw new SourceProblem(
      'not_found',
      `The backend "s3" of ${input.target} does not say its ${bucket === undefined ? 'bucket' : 'key'}: run "terraform init" there, with what -backend-config adds.`,
    );
  const prefix = typeof settings.workspace_key_prefix === 'string' ? settings.workspace_key_prefix : 'env:';
  const whole = workspace === DEFAULT ? key : [prefix, workspace, key].filter((part) => part !== '').join('/');
  const url = `s3://${bucket}/${whole}`;
  input.onNote?.(`State: ${url} (backend of ${input.target}, workspace ${workspace}).`);
  return {
    isRemote: true,
    async open(reach) {
      const { createS3Source } = await import('../clouds/aws/account/s3-source.ts');
      const source = createS3Source({ ...(await backendReach(settings, reach)), bucket, prefix: whole });
      return only(
        source,
        (one) => one === whole,
        () =>
          new SourceProblem(
            'not_found',
            `There is no state at ${url}, where the backend of ${input.target} has that of the workspace ${JSON.stringify(workspace)}. Name another with --workspace, or apply first.`,
          ),
      );
    },
    beside: input.target,
    besideKey: () => OWN_STATE,
    root: input.target,
    workspaceOf: () => workspace,
  };
}

/** The state of a directory in a backend other than `local` and `s3`. */
function backendTarget({ type, settings }: Backend, workspace: string, input: TargetInput): ScanTarget {
  const { target, env } = input;
  const kind = backendKind(type);
  if (!kind)
    throw new SourceProblem(
      'not_found',
      `The state of ${target} lies in a backend ${JSON.stringify(visible(type))}, which is not read from here. Pipe it in, there: ${PULL}`,
    );
  const named = { settings, env, directory: target };
  const place = kind.placeOf(named);
  const whole = kind.keyOf(named, workspace);
  const url = visible(place.shown(whole));
  // For Terraform, a workspace of the `cloud` block has that workspace's own name.
  const name = type === 'cloud' ? whole : workspace;
  input.onNote?.(`State: ${url} (backend of ${target}, workspace ${visible(name)}).`);
  return {
    isRemote: true,
    open: async () =>
      only(
        await openPlace(place, whole),
        (key) => place.kind === 'http' || key === whole,
        () =>
          new SourceProblem(
            'not_found',
            `There is no state at ${url}, where the backend of ${target} has that of the workspace ${JSON.stringify(name)}. Name another with --workspace, or apply first.`,
          ),
      ),
    beside: target,
    besideKey: () => OWN_STATE,
    root: target,
    workspaceOf: () => name,
  };
}

/** The states that a URL names, without code beside them; undefined for a file name. */
function urlTarget(target: string, env: Env): ScanTarget | undefined {
  const bare = { beside: undefined, besideKey: (key: string) => key, root: undefined, workspaceOf: () => undefined };
  const bucket = parseS3Url(target);
  if (bucket)
    return {
      ...bare,
      isRemote: true,
      async open(reach) {
        const { createS3Source } = await import('../clouds/aws/account/s3-source.ts');
        return createS3Source({ ...reach, ...bucket });
      },
    };
  const url = readTargetUrl(target);
  if (!url) return undefined;
  const { settings, prefix, isExact = false } = url.named;
  const place = url.kind.placeOf({ settings, env, directory: '.' });
  const refusal = () => new SourceProblem('not_found', `There is no state at ${visible(place.shown(prefix))}.`);
  const isMeant = (key: string) => !isExact || key === prefix;
  return { ...bare, isRemote: true, open: async () => only(await openPlace(place, prefix), isMeant, refusal) };
}

function fileTarget(path: string, input: TargetInput): ScanTarget {
  const root = isDirectory(path) ? path : (directoriesOf(path, '').at(-1) ?? path);
  return {
    isRemote: false,
    open: () => createFileSource(path),
    beside: path,
    besideKey: (key) => key,
    root,
    workspaceOf: (key) => (isDirectory(input.target) ? localWorkspace(key) : undefined),
  };
}

/** The states in and below a directory; of the directory's own workspaces only the chosen one, if any. */
function directoryTarget(input: TargetInput, chosen: string | undefined): ScanTarget {
  const { target, workspace: named } = input;
  const whole = fileTarget(target, input);
  if (chosen === undefined) return whole;
  const isOther = (key: string) => localWorkspace(key) !== undefined && localWorkspace(key) !== chosen;
  const isMeant = (key: string) => (named === undefined ? !isOther(key) : localWorkspace(key) === named);
  if (named === undefined) input.onNote?.(`Workspace ${chosen} is selected here: --workspace names another.`);
  const below = join(target, WORKSPACES);
  const others = isDirectory(below) ? readdirSync(below).toSorted() : [];
  const refusal = () =>
    new SourceProblem(
      'not_found',
      `${target} has no state of the workspace ${JSON.stringify(chosen)}. It has ${[...(existsSync(join(target, OWN_STATE)) ? [DEFAULT] : []), ...others].join(', ') || 'no state at all'}.`,
    );
  return { ...whole, open: () => only(createFileSource(target), isMeant, named === undefined ? undefined : refusal) };
}

/** The state of a `backend "local"` with a path; undefined without one. */
function elsewhere({ settings }: Backend, workspace: string, input: TargetInput): ScanTarget | undefined {
  const [path, directory] = [text(settings.path), text(settings.workspace_dir)];
  if (path === undefined && directory === undefined) return undefined;
  const name = workspace === DEFAULT ? (path ?? OWN_STATE) : join(directory ?? WORKSPACES, workspace, OWN_STATE);
  const file = resolve(input.target, name);
  input.onNote?.(`State: ${file} (backend of ${input.target}, workspace ${workspace}).`);
  return {
    ...fileTarget(file, input),
    beside: input.target,
    besideKey: () => OWN_STATE,
    root: input.target,
    workspaceOf: () => workspace,
  };
}

function ownDirectory(input: TargetInput): ScanTarget {
  const { target, env } = input;
  const data = dataDirectory(target, env);
  const selected = input.workspace ?? selectedWorkspace(data, env);
  const backend = recordedBackend(data) ?? readRootModule(target, env)?.backend;
  const workspace = selected ?? DEFAULT;
  if (backend?.type === 'local') return elsewhere(backend, workspace, input) ?? directoryTarget(input, selected);
  const hasStates = readdirSync(target).some((name) => name.endsWith('.tfstate') && isFilled(join(target, name)));
  if (backend === undefined || hasStates || isDirectory(join(target, WORKSPACES)))
    return directoryTarget(input, selected);
  if (backend.type === 's3') return bucketTarget(backend, workspace, input);
  return backendTarget(backend, workspace, input);
}

/** Finds the states of a target. Throws `SourceProblem` where there is nothing to read. */
export function resolveTarget(input: TargetInput): ScanTarget {
  const { target, workspace, stdin } = input;
  if (isDirectory(target)) return ownDirectory(input);
  if (workspace !== undefined)
    throw new SourceProblem('not_found', `--workspace is for a directory, and ${target} is none.`);
  if (target === '-')
    return {
      isRemote: false,
      open: () => textSource(stdin ?? (async () => new Uint8Array())),
      beside: '.',
      besideKey: () => OWN_STATE,
      root: '.',
      workspaceOf: () => undefined,
    };
  return urlTarget(target, input.env) ?? fileTarget(target, input);
}
