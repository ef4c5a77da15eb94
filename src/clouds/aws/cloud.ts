import type { Cloud } from '../contract/cloud.ts';
import { awsConsoleUrl } from './catalog/console.ts';
import { anyRegionOf, isGlobal, ownPlace, partitionOf, placeFromDataSource } from './catalog/places.ts';
import { awsConfig, isAwsProvider } from './catalog/provider.ts';
import { awsServiceOf } from './catalog/services.ts';

/** Bucket names are unique across accounts. */
const BUCKET = /^aws_s3_bucket(?:_|$)/;

export const AWS: Cloud = {
  name: 'aws',
  prefix: 'aws_',
  isProvider: isAwsProvider,
  ownPlace,
  placeFromDataSource,
  isGlobal,
  anyRegionOf,
  partitionOf,
  isNameUnique: (type) => BUCKET.test(type),
  serviceOf: awsServiceOf,
  consoleUrl: awsConsoleUrl,
  providerConfig: awsConfig,
};
