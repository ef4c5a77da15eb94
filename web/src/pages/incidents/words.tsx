import type { components } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';

export type Incident = components['schemas']['Incident'];
export type Resolution = NonNullable<Incident['resolution']>;

/** How an incident ended: in a word, and in a sentence. */
export const RESOLUTION_WORDS: Record<Resolution, readonly [word: string, sentence: string]> = {
  reverted: ['reverted', 'The cloud matches the state again.'],
  codified: ['codified', 'The state was updated to match the cloud.'],
  removed_from_state: ['removed from state', 'No state has this resource any more.'],
  ignored: ['ignored', 'An ignore rule hides it.'],
  superseded: ['superseded', 'It continues as another incident.'],
};

/** Whether an incident lasts, or how it ended. */
export function StandingBadge({ status, resolution, source }: Pick<Incident, 'status' | 'resolution' | 'source'>) {
  if (source === 'manual')
    return (
      <Badge tone="unknown" icon="copy">
        manual
      </Badge>
    );
  return status === 'open' ? (
    <Badge tone="medium" icon="waiting">
      open
    </Badge>
  ) : (
    <Badge tone="good" icon="good">
      {resolution === null ? 'resolved' : RESOLUTION_WORDS[resolution][0]}
    </Badge>
  );
}
