import type { Trial } from './trials.ts';

type Reviewed = { type: string; path: RegExp; because: string };

/** Differences that the AWS provider would not change. People have reviewed them: each is a setting without effect. */
export const REVIEWED: readonly Reviewed[] = [
  {
    type: 'aws_dynamodb_table',
    path: /^attribute$/,
    because: 'a definition that no key and no index uses is kept neither by DynamoDB nor by the provider',
  },
  {
    type: 'aws_dynamodb_table',
    path: /^point_in_time_recovery$/,
    because: 'no block and a block that switches it off are one',
  },
  { type: 'aws_dynamodb_table', path: /^table_class$/, because: 'no class is the standard class' },
  {
    type: 'aws_ecr_lifecycle_policy',
    path: /^policy$/,
    because: 'a key of the document that ECR does not know says nothing',
  },
];

/** Trials with the fate `equal` that nobody has reviewed. */
export const unreviewed = (trials: readonly Trial[]): Trial[] =>
  trials.filter(
    ({ fate, type, path }) => fate === 'equal' && !REVIEWED.some((one) => one.type === type && one.path.test(path)),
  );

/** Counts trials by fate, in one line. */
export function figuresOf(trials: readonly Trial[]): string {
  const fates = Map.groupBy(trials, ({ fate }) => fate);
  const types = new Set(trials.map(({ type }) => type)).size;
  const counts = [...fates].map(([fate, of]) => `${of.length} ${fate}`).sort();
  return `${trials.length} mutations of ${types} types: ${counts.join(', ')}`;
}
