import { azurermWorld } from './azurerm.ts';
import { consulWorld } from './consul.ts';
import { directoryWorld } from './directory.ts';
import { gcsWorld } from './gcs.ts';
import { gitlabWorld } from './gitlab.ts';
import { hcpWorld } from './hcp.ts';
import { httpWorld } from './http.ts';
import { kubernetesWorld } from './kubernetes.ts';
import { pgWorld } from './pg.ts';
import { gofakes3World, s3World } from './s3.ts';
import type { SourceWorld } from './world.ts';

/** A server for each kind of source; for stores with the API of S3 two. */
export const WORLDS: readonly SourceWorld[] = [
  s3World,
  gofakes3World,
  gcsWorld,
  azurermWorld,
  hcpWorld,
  gitlabWorld,
  httpWorld,
  pgWorld,
  kubernetesWorld,
  consulWorld,
  directoryWorld,
];
