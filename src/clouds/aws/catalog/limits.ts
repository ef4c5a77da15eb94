import type { BucketSize } from '../../../limits/bucket.ts';

/** A limit of a cloud, per account and region, that nothing but waiting gets around. */
export type HardLimit = BucketSize & {
  /** The name in signatures. */
  service: string;
  /** For these together; without them, for all that no other limit of the service names. */
  actions?: readonly string[];
  source: string;
};

const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests';
const API_GATEWAY =
  'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html#api-gateway-control-service-limits-table';

/** Five requests a second, whatever they are. Route 53 is global. */
export const ROUTE53: HardLimit = {
  service: 'route53',
  perSecond: 4,
  burst: 4,
  source: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-route-53',
};

/**
 * Those that cannot be raised, and are so low that a scan meets them. Of what an account has, a fifth is left to others:
 * somebody may be applying at this moment.
 */
export const HARD_LIMITS: readonly HardLimit[] = [
  ROUTE53,
  // 100 and 15 a second, and 15 for all the rest of the control plane together.
  { service: 'lambda', actions: ['GetFunction'], perSecond: 80, burst: 80, source: LAMBDA },
  { service: 'lambda', actions: ['GetPolicy'], perSecond: 12, burst: 12, source: LAMBDA },
  { service: 'lambda', perSecond: 12, burst: 12, source: LAMBDA },
  // Ten a second and forty at once for all operations together, those of both versions of the API.
  { service: 'apigateway', perSecond: 8, burst: 32, source: API_GATEWAY },
];
