import { getOrInsert } from '../../base/get-or-insert.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import { namedIn, type Named } from '../../clouds/aws/catalog/named.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import { ProviderProblem } from '../../provider/contract/problem.ts';
import type { SessionHandle } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import { forEachBounded } from './bounded.ts';
import type { Access, NoAccess, Reading } from './cloud-target.ts';
import { inTurn } from './in-turn.ts';
import { givenTo, needsOf, useOf, type ProviderSettings } from './providing.ts';
import { longestFirst } from './longest-first.ts';
import type { TagSettings } from '../code/provider-settings.ts';

type Group = Place & { provider: ProviderAddress; tags: TagSettings; instances: StateInstance[] };

/**
 * Groups instances by provider configuration, in their order. For a cloud, configurations with the same account, region
 * and ignored tags share one configured provider. Each other configuration is a group of its own, since the state does
 * not contain its server.
 */
function groupInstances(
  instances: readonly StateInstance[],
  placeOf: (instance: StateInstance) => Place,
  tagsOf: (instance: StateInstance) => TagSettings,
): Group[] {
  const groups = new Map<string, Group>();
  for (const instance of instances) {
    const { provider } = instance;
    const { region, account } = placeOf(instance);
    const tags = tagsOf(instance);
    const configuration = cloudOf(provider.source) ? [account, region, tags.ignore_tags] : [provider.text];
    const key = JSON.stringify([provider.source, ...configuration]);
    getOrInsert(groups, key, () => ({ provider, account, region, tags, instances: [] })).instances.push(instance);
  }
  return [...groups.values()];
}

/**
 * Maximum reads of one state that wait for the provider host, which limits how many run. With the gateway many may
 * wait, so that other services are read while one is at its rate limit. With credentials in the provider only few may
 * wait, since reads that still wait when the credentials expire are lost.
 */
const MAX_WAITING = { gated: 512, direct: 64 };

/** The result of a call; `refused` if the cloud rejected the credentials. */
export type CallResult = 'refused' | undefined;

/** A session's access to the cloud. Without a gateway its calls are not visible here. */
export type Way = {
  /** The session in the gateway; undefined if calls do not go through the gateway. */
  handle: SessionHandle | undefined;
  /** Allows calls about further objects that no state names, such as objects from a list of the account. */
  admit(named: Named): void;
};

/** Runs a call for each of these instances, in a session for its account and region. */
export type Sessions = (
  instances: StateInstance[],
  /** `last`: true if the call will not be repeated with renewed credentials. */
  ask: (session: ProviderSession, instance: StateInstance, last: boolean, way: Way) => Promise<CallResult>,
  /** Called if the provider of these instances is missing or lost for good, or if their account has no credentials. */
  onProblem: (instances: StateInstance[], problem: ProviderProblem | NoAccess) => Promise<void> | void,
  /** Replaces the location of an instance. */
  otherPlace?: (instance: StateInstance) => Place,
) => Promise<void>;

type KeyedState = { key: string; instances: readonly StateInstance[] };

/** Used if the cloud also rejects renewed credentials. */
const CREDENTIALS_EXPIRED: NoAccess = {
  reason: 'credentials_expired',
  detail:
    'AWS rejects the credentials, and the renewed ones too: check that they are still valid, and to whom they belong.',
};

/**
 * Runs calls in sessions on the providers of a state. A session ends when its credentials have to be renewed or are
 * rejected. The remaining calls run in the next session, which also repeats rejected calls once. Rejects with the abort
 * reason of `signal`, and with any error of `ask`.
 */
export function sessionsFor(
  reading: Reading,
  placeOf: (instance: StateInstance) => Place,
  state: KeyedState,
): Sessions {
  const { providers, target, signal } = reading;
  const tagsOf = ({ provider }: StateInstance) => target.tagsOf(state.key, provider);
  const needOf = needsOf(state.key, state.instances, reading);
  let named: Named | undefined;

  const gatewaySession = (account: string | undefined, access: Access, more?: Named): SessionHandle | undefined =>
    reading.gateway?.session({
      by: reading,
      account: access.account ?? account,
      async credentials(refused) {
        const previous = refused && { credentials: refused, account: undefined };
        const renewed = await target.access(account, previous);
        return 'reason' in renewed ? renewed : renewed.credentials;
      },
      endpoint: target.endpoint,
      secretValues: target.secretValues,
      counter: reading.calls.at(access.account ?? account),
      named: more ?? (named ??= namedIn(state.instances)),
    });

  /** Runs the calls until the credentials have to be renewed; returns the remaining instances. */
  const askSome = async (
    { provider: { source }, account, region, tags }: Group,
    instances: readonly StateInstance[],
    { access, settings }: { access?: Access | undefined; settings?: ProviderSettings | undefined },
    ask: (session: ProviderSession, instance: StateInstance, way: Way) => Promise<CallResult>,
  ): Promise<{ left: StateInstance[]; refused: boolean }> => {
    const { endpoint } = target;
    const cloud = cloudOf(source);
    const gatewayed = access && gatewaySession(account, access);
    const gated = gatewayed !== undefined;
    const need = { ...needOf(source, settings), gated };
    const { credentials } = gatewayed ?? access ?? {};
    const config =
      cloud && credentials
        ? cloud.providerConfig({ region, endpoint, credentials, ignoredTags: tags.ignore_tags, gated })
        : (settings?.config ?? {});
    // All states of an analysis share the object `reading`.
    const asker = {
      by: reading,
      account: access?.account ?? account,
      fresh: gatewayed?.fresh,
      cloud: gatewayed?.cloud,
      progress: gatewayed?.progress,
    };
    const way: Way = {
      handle: gatewayed,
      admit: (more) => void (access && gatewaySession(account, access, more)),
    };
    const left: StateInstance[] = [];
    let refused = false;
    // The gateway renews its credentials itself.
    const renewed = async () => access !== undefined && !gatewayed && (await target.access(account)) !== access;
    const isOver = async () => refused || renewed();
    const askAll = async (session: ProviderSession) => {
      await reading.used?.(useOf(session, need));
      await forEachBounded(longestFirst(instances), MAX_WAITING[gated ? 'gated' : 'direct'], async (instance) => {
        signal?.throwIfAborted();
        if (await isOver()) left.push(instance);
        else if ((await ask(session, instance, way)) === 'refused') {
          refused = true;
          left.push(instance);
        }
      });
    };
    await providers.use(need, config, askAll, signal, asker);
    return { left, refused };
  };

  return async (instances, ask, onProblem, otherPlace = placeOf) => {
    const askGroup = async (group: Group, goesOn: () => void): Promise<void> => {
      const { source } = group.provider;
      const gated = reading.gateway !== undefined && cloudOf(source) !== undefined;
      // Starts the provider while credentials are fetched, which takes about as long.
      const release = gated ? providers.prepare({ ...needOf(source), gated }) : undefined;
      try {
        await askPrepared(group, goesOn);
      } finally {
        release?.();
      }
    };
    const askPrepared = async (group: Group, goesOn: () => void): Promise<void> => {
      const again = new Set<StateInstance>();
      let left = group.instances;
      const configured = givenTo(group.provider, state.key, reading);
      const missing = configured !== undefined && 'missing' in configured ? configured : undefined;
      if (missing?.others) return onProblem(left, { reason: 'settings_missing', detail: missing.missing });
      const settings = configured === undefined || 'missing' in configured ? undefined : configured;
      let refused: Access | undefined;
      while (left.length > 0) {
        const access = cloudOf(group.provider.source) ? await target.access(group.account, refused) : undefined;
        if (access && 'reason' in access) return onProblem(left, access);
        let answered = false;
        const round = await askSome(group, left, { access, settings }, async (session, instance, way) => {
          const last = access === undefined || again.has(instance);
          goesOn();
          const answer = await ask(session, instance, last, way);
          goesOn();
          answered ||= answer !== 'refused';
          if (answer !== 'refused' || last) return undefined;
          again.add(instance);
          return 'refused';
        });
        if (round.refused && refused !== undefined && !answered) return onProblem(round.left, CREDENTIALS_EXPIRED);
        refused = round.refused ? access : undefined;
        left = round.left;
      }
    };
    await inTurn(groupInstances(instances, otherPlace, tagsOf), async (group, goesOn) => {
      try {
        await askGroup(group, goesOn);
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error;
        await onProblem(group.instances, error);
      }
    });
  };
}
