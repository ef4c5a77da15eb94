/** A limit of a cloud that nothing but waiting gets around, per account. */
export type HardLimit = {
  service: string;
  perSecond: number;
  /** What may go at once when nothing went for a while. */
  burst: number;
  /** How many requests the read of one instance makes, by type; `*` for the others. */
  requests: Readonly<Record<string, number>>;
  source: string;
};

/** Of what an account has, a fifth is left to others: somebody may be applying at this moment. */
export const HARD_LIMITS: readonly HardLimit[] = [
  {
    // Five requests per second and account, whatever they are; it cannot be raised. No region: Route 53 is global.
    service: 'route53',
    perSecond: 4,
    burst: 4,
    // aws_route53_zone: GetHostedZone, ListResourceRecordSets for its name servers, ListTagsForResource.
    requests: { aws_route53_record: 2, aws_route53_zone: 3, '*': 2 },
    source:
      'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-route-53',
  },
];
