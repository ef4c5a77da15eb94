import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { isAws } from '../state/provider-address.ts';
import { ProviderProblem } from '../../provider/contract/problem.ts';
import type { Named, SessionHandle } from '../../gateway/call/types.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';
import { forEachBounded } from './bounded.ts';
import { groupInstances, type Group } from './groups.ts';
import type { Access, NoAccess } from './cloud-target.ts';
import { inTurn } from './in-turn.ts';
import { namedIn } from './named.ts';
import { awsConfig } from './provider-config.ts';
import { longestFirst } from './longest-first.ts';
import { givenTo, needsOf, useOf, type ProviderSettings } from './providing.ts';
import type { Reading } from './reading.ts';

/**
 * Questions about one state that wait at the provider host at once, which itself bounds what really runs. Through the gateway
 * there are enough to choose from while one service is asked as much as it may be; where the provider has the credentials, what
 * waits when they end was asked for nothing.
 */
const QUESTIONS = { gated: 512, direct: 64 };

/** What asking came to: `refused` says that the cloud did not take the credentials any more. */
export type Asked = 'refused' | undefined;

/** Has something asked about each of these instances, in a session that is configured for where it lives. */
export type Sessions = (
  instances: StateInstance[],
  /** `last`: it is not asked again with other credentials, whatever this answers. */
  ask: (session: ProviderSession, instance: StateInstance, last: boolean) => Promise<Asked>,
  /** The provider of these instances cannot be had, or is lost for good; or there are no credentials for where they live. */
  onProblem: (instances: StateInstance[], problem: ProviderProblem | NoAccess) => Promise<void> | void,
  /** Another place than theirs. */
  elsewhere?: (instance: StateInstance) => Place,
) => Promise<void>;

/** A state: which one, and all that is in it. */
type Of = { key: string; instances: readonly StateInstance[] };

/** Credentials that were renewed and refused again. */
const ENDED: NoAccess = {
  reason: 'credentials_expired',
  detail:
    'AWS does not accept the credentials any more, and those that took their place neither: check that they are still valid, and whose they are.',
};

/**
 * Sessions on the providers of a state's instances. A session ends when its credentials are to be renewed, or are refused;
 * what is left is asked in the next, with others, what was refused once more. Rejects with the abort reason of `signal`, and
 * with what `ask` throws.
 */
export function sessionsFor(around: Reading, placeOf: (instance: StateInstance) => Place, state: Of): Sessions {
  const { providers, target, signal } = around;
  const tagsOf = ({ provider }: StateInstance) => target.tagsOf(state.key, provider);
  const needOf = needsOf(state.key, state.instances, around);
  let named: Named | undefined;

  const visitFor = (account: string | undefined, access: Access): SessionHandle | undefined =>
    around.gateway?.session({
      by: around,
      account: access.account ?? account,
      async credentials(refused) {
        const was = refused && { credentials: refused, account: undefined };
        const now = await target.access(account, was);
        return 'reason' in now ? now : now.credentials;
      },
      endpoint: target.endpoint,
      secretValues: target.secretValues,
      counter: around.calls.at(access.account ?? account),
      named: (named ??= namedIn(state.instances)),
    });

  /** Asks about the instances until the credentials have to be others; gives those that are left. */
  const askSome = async (
    { provider: { source }, account, region, tags }: Group,
    instances: readonly StateInstance[],
    { access, settings }: { access?: Access | undefined; settings?: ProviderSettings | undefined },
    ask: (session: ProviderSession, instance: StateInstance) => Promise<Asked>,
  ): Promise<{ left: StateInstance[]; refused: boolean }> => {
    const { endpoint } = target;
    const visit = access && visitFor(account, access);
    const need = { ...needOf(source, settings), gated: visit !== undefined };
    const { credentials } = visit ?? access ?? {};
    const config = credentials
      ? awsConfig({ region, endpoint, credentials, tags, gated: visit !== undefined })
      : (settings?.config ?? {});
    // What surrounds a scan is one object for all of its states.
    const asker = {
      by: around,
      account: access?.account ?? account,
      fresh: visit?.fresh,
      cloud: visit?.cloud,
      progress: visit?.progress,
    };
    const left: StateInstance[] = [];
    let refused = false;
    // The gateway renews credentials by itself.
    const renewed = async () => access !== undefined && !visit && (await target.access(account)) !== access;
    const isOver = async () => refused || renewed();
    const askAll = async (session: ProviderSession) => {
      await around.used?.(useOf(session, need));
      await forEachBounded(longestFirst(instances), QUESTIONS[visit ? 'gated' : 'direct'], async (instance) => {
        signal?.throwIfAborted();
        if (await isOver()) left.push(instance);
        else if ((await ask(session, instance)) === 'refused') {
          refused = true;
          left.push(instance);
        }
      });
    };
    await providers.use(need, config, askAll, signal, asker);
    return { left, refused };
  };

  return async (instances, ask, onProblem, elsewhere = placeOf) => {
    const askGroup = async (group: Group, goesOn: () => void): Promise<void> => {
      const { source } = group.provider;
      const gated = around.gateway !== undefined && isAws(source);
      // It takes as long to begin as credentials take to come.
      const noMore = gated ? providers.prepare({ ...needOf(source), gated }) : undefined;
      try {
        await askPrepared(group, goesOn);
      } finally {
        noMore?.();
      }
    };
    const askPrepared = async (group: Group, goesOn: () => void): Promise<void> => {
      const again = new Set<StateInstance>();
      let left = group.instances;
      const given = givenTo(group.provider, state.key, around);
      const missing = given !== undefined && 'missing' in given ? given : undefined;
      if (missing?.others) return onProblem(left, { reason: 'settings_missing', detail: missing.missing });
      const settings = given === undefined || 'missing' in given ? undefined : given;
      let refused: Access | undefined;
      while (left.length > 0) {
        const access = isAws(group.provider.source) ? await target.access(group.account, refused) : undefined;
        if (access && 'reason' in access) return onProblem(left, access);
        let answered = false;
        const round = await askSome(group, left, { access, settings }, async (session, instance) => {
          const last = access === undefined || again.has(instance);
          goesOn();
          const answer = await ask(session, instance, last);
          goesOn();
          answered ||= answer !== 'refused';
          if (answer !== 'refused' || last) return undefined;
          again.add(instance);
          return 'refused';
        });
        if (round.refused && refused !== undefined && !answered) return onProblem(round.left, ENDED);
        refused = round.refused ? access : undefined;
        left = round.left;
      }
    };
    await inTurn(groupInstances(instances, elsewhere, tagsOf), async (group, goesOn) => {
      try {
        await askGroup(group, goesOn);
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error;
        await onProblem(group.instances, error);
      }
    });
  };
}
