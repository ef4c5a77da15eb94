import type { BucketSize } from '../../../limits/bucket.ts';

/** A fixed rate limit of a cloud, per account and region: calls above it can only wait. */
export type HardLimit = BucketSize & {
  /** The service's name in signatures. */
  service: string;
  /** The actions that share the limit; without them, all actions that no other limit of the service names. */
  actions?: readonly string[];
  source: string;
};

const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests';
const API_GATEWAY =
  'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html#api-gateway-control-service-limits-table';

/** AWS allows five requests a second, whatever the action. Route 53 is global. */
export const ROUTE53: HardLimit = {
  service: 'route53',
  perSecond: 4,
  burst: 4,
  source: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-route-53',
};

/**
 * Limits that AWS does not raise, and that are low enough for an analysis to reach. Each is set to four fifths of what
 * AWS allows: somebody may be applying at this moment.
 */
export const HARD_LIMITS: readonly HardLimit[] = [
  ROUTE53,
  // AWS allows 100, 15, and, for the rest of the control plane together, 15 requests a second.
  { service: 'lambda', actions: ['GetFunction'], perSecond: 80, burst: 80, source: LAMBDA },
  { service: 'lambda', actions: ['GetPolicy'], perSecond: 12, burst: 12, source: LAMBDA },
  { service: 'lambda', perSecond: 12, burst: 12, source: LAMBDA },
  // AWS allows ten requests a second and a burst of forty, for all operations of both API versions together.
  { service: 'apigateway', perSecond: 8, burst: 32, source: API_GATEWAY },
];
