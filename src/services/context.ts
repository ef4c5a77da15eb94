import type { Queue } from '../jobs/types.ts';
import type { Store } from '../store/database.ts';
import { AppError } from '../base/errors.ts';
import type { Trigger } from '../engine/model/analysis.ts';
import type { CodeHostApp } from './codehosts/port.ts';
import type { Billing } from './billing/port.ts';
import type { CloudPort } from './clouds/port.ts';
import type { Intake } from './webhooks/intake.ts';
import type { MapJob } from './state-mapping/ask.ts';
import type { TriggerJob } from './triggers/events.ts';
import type { CodeHostPort } from './webhooks/port.ts';
import type { Embedder } from './memory/embedder.ts';
import type { Meanings } from './memory/meanings.ts';
import type { Models } from './memory/models/models.ts';
import type { Ranking } from './memory/ranking/ranking.ts';
import type { Poster } from '../base/poster.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { Vault } from './secrets/vault.ts';
import type { CodeHostSignIn } from './sessions/code-host.ts';

/** What a key may do; each scope includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who asks: the operator of this instance, a key of one organization, or somebody who signed in as themselves. */
export type Principal =
  | { kind: 'operator' }
  /** `name` and `hint` tell people which key it was. */
  | { kind: 'key'; key_id: string; org_id: string; scopes: string[]; name: string; hint: string }
  | Person;

/** Somebody who signed in at the code host, in one of the organizations that they belong to there. */
export type Person = {
  kind: 'person';
  session_id: string;
  org_id: string;
  /** What they are called at the code host. */
  login: string;
  scopes: string[];
  /** The ids of those that the code host lets them see. */
  repositories: 'all' | readonly string[];
  name: string;
  hint: string;
};

/** The jobs there are, by queue: what a message says. */
export type Jobs = {
  analysis: { analysis_id: string; org_id: string };
  /** `replay` counts how often the delivery was replayed, so that an earlier job cannot speak for a later one. */
  delivery: { id: string; replay: number };
  /** Brings an installation's repositories to what the code host says; `wanted` counts the wishes. */
  sync: { codehost: string; installation_id: number; wanted: number };
  reconcile: { codehost: string };
  erase: { org_id: string };
  /** A repository is to be read for what it says of states: `services/state-mapping/ask.ts` sends it. */
  map: MapJob;
  /** One try of a message to an organization's webhook: which one tells an outdated job from the one that is meant. */
  notify: { org_id: string; id: string; replay: number; attempt: number };
  /** Something happened at the code host that may call for an analysis. */
  trigger: TriggerJob;
  /** An organization's next run is due. */
  schedule: { org_id: string };
  /** Shows people at the code host how a request stands; without an analysis, that there was nothing to analyse. */
  publish: {
    org_id: string;
    repo_id: string | null;
    analysis_id: string | null;
    request_id: string | null;
    trigger: Trigger;
    /** The pull request waits for somebody who may write. */
    held?: boolean;
  };
};

/** Writes messages: all of the queue that an analysis needs. */
export type JobSender = Pick<Queue<Jobs>, 'send'>;

/** A database to ask; that is all of the store that an analysis has. */
export type WithDatabase = { store: Pick<Store, 'db'> };

/** What use cases work with. Made once, in `server/compose.ts`. */
export type Services = {
  store: Store;
  queue: Queue<Jobs>;
  /** Cloud adapters by the name that stands in paths: `aws`. */
  clouds: ReadonlyMap<string, CloudPort>;
  /** Code hosts that may deliver events, by the name that stands in paths: `github`. */
  codehosts: ReadonlyMap<string, CodeHostPort>;
  /** Their Apps, for those that are configured. */
  apps: ReadonlyMap<string, CodeHostApp>;
  /** Those that people sign in with. */
  signIns: ReadonlyMap<string, CodeHostSignIn>;
  /** Stores what they deliver. */
  intake: Intake;
  /** Makes of texts what memory is searched by: the model that comes with Plumbline. */
  embedder: Embedder;
  /** Decides which model recall asks. */
  models: Models;
  /** Finds the incidents nearest to a vector. */
  ranking: Ranking;
  meanings: Meanings;
  /** Seals what has to be read again and must not be read in the database. */
  vault: Vault;
  /** Keeps organizations from having more than they may. */
  quotas: Quotas;
  /** Sends to addresses that organizations choose. */
  poster: Poster;
  /** Undefined where no payment provider is configured. */
  billing: Billing | undefined;
};

/** The surroundings of one call of a use case. */
export type Ctx = Services & { principal: Principal; request_id: string };

/** True where the principal holds `scope` or one that includes it. */
export function holds(principal: Principal, scope: Scope): boolean {
  if (principal.kind === 'operator') return true;
  return SCOPES.slice(SCOPES.indexOf(scope)).some((granted) => principal.scopes.includes(granted));
}

/** Throws 403 where the principal lacks `scope`. */
export function requireScope(ctx: Ctx, scope: Scope): void {
  const { principal } = ctx;
  if (holds(principal, scope)) return;
  if (principal.kind === 'person')
    throw new AppError(
      'forbidden',
      `This needs the scope "${scope}", and ${principal.login} has "${principal.scopes.join(', ')}" here: ask an owner of the organization, or use a key that has it.`,
    );
  throw new AppError('forbidden', `This key lacks the scope "${scope}"; use a key that has it.`);
}

/** Throws 403 where the caller is not the operator of this instance. */
export function requireOperator(ctx: Ctx): void {
  if (ctx.principal.kind === 'operator') return;
  throw new AppError('forbidden', 'Only the operator key of this instance may do that.');
}

/** The organization that the caller belongs to; undefined for the operator, who belongs to none. */
export function ownOrganization({ principal }: Pick<Ctx, 'principal'>): string | undefined {
  return principal.kind === 'operator' ? undefined : principal.org_id;
}
