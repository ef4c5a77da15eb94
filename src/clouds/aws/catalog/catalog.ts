import type { Catalog } from '../../contract/entry.ts';
import { ANALYTICS } from './analytics.ts';
import { APIS } from './apis.ts';
import { CONTAINERS } from './containers.ts';
import { DATABASES } from './databases.ts';
import { EC2 } from './ec2.ts';
import { EDGE } from './edge.ts';
import { IAM } from './iam.ts';
import { KEYS } from './keys.ts';
import { LOAD_BALANCING } from './load-balancing.ts';
import { MESSAGING } from './messaging.ts';
import { MONITORING } from './monitoring.ts';
import { SECURITY_GROUPS } from './security-groups.ts';
import { SERVERLESS } from './serverless.ts';
import { STORAGE } from './storage.ts';
import { VPC } from './vpc.ts';

/** Resource types of AWS, by groups of services. */
export const AWS_CATALOGS: readonly Catalog[] = [
  ANALYTICS,
  APIS,
  CONTAINERS,
  DATABASES,
  EC2,
  EDGE,
  IAM,
  KEYS,
  LOAD_BALANCING,
  MESSAGING,
  MONITORING,
  SECURITY_GROUPS,
  SERVERLESS,
  STORAGE,
  VPC,
];
