import { createMetrics, type Metrics } from '../integrations/prometheus/metrics.ts';
import { version } from './version.ts';

export type { Metrics } from '../integrations/prometheus/metrics.ts';

/** What this process counts and measures, from now until `close`. */
export function composeMetrics(): Metrics {
  return createMetrics({ version: version() });
}
