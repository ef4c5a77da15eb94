import type { ScanCalls } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { Gateway } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderHost } from '../../provider/contract/types.ts';
import type { CloudTarget } from './cloud-target.ts';
import type { Providing } from './providing.ts';

/** What it takes to read live values: one object for all states of an analysis, since calls are counted and ended by it. */
export type Reading = Providing & {
  target: CloudTarget;
  providers: ProviderHost;
  /** Where AWS's provider goes out; without it, by itself and with the credentials. */
  gateway?: Gateway | undefined;
  /** Counts the calls that go through it. */
  calls: ScanCalls;
  signal?: AbortSignal;
};
