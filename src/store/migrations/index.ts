import type { Migration } from '../migration.ts';
import { first } from './0001_first.ts';
import { repositories } from './0002_repositories.ts';
import { audit } from './0003_audit.ts';
import { billing } from './0004_billing.ts';
import { keyRotation } from './0005_key_rotation.ts';
import { memory } from './0006_memory.ts';
import { installations } from './0008_installations.ts';
import { webhookDeliveries } from './0007_webhook_deliveries.ts';
import { ignoreRules } from './0009_ignore_rules.ts';
import { suppressed } from './0010_suppressed.ts';
import { accounts } from './0011_accounts.ts';
import { providers } from './0012_providers.ts';
import { ruleUse } from './0013_rule_use.ts';
import { states } from './0014_states.ts';
import { unfinished } from './0015_unfinished.ts';
import { stateKeys } from './0016_state_keys.ts';
import { embeddings } from './0017_embeddings.ts';
import { retention } from './0018_retention.ts';
import { written } from './0019_written.ts';
import { incidentLives } from './0020_incident_lives.ts';
import { embeddingModels } from './0021_embedding_models.ts';
import { similarIncidents } from './0022_similar_incidents.ts';
import { fewerVectorIndexes } from './0023_fewer_vector_indexes.ts';
import { incidentResources } from './0024_incident_resources.ts';
import { codeHosts } from './0025_code_hosts.ts';
import { stateMapping } from './0026_state_mapping.ts';

/** Every step there ever was, in order; each lies in the file of its name. A released step is never edited. */
export const MIGRATIONS: readonly { name: string; up: Migration }[] = [
  { name: '0001_first', up: first },
  { name: '0002_repositories', up: repositories },
  { name: '0003_audit', up: audit },
  { name: '0004_billing', up: billing },
  { name: '0005_key_rotation', up: keyRotation },
  { name: '0006_memory', up: memory },
  { name: '0007_webhook_deliveries', up: webhookDeliveries },
  { name: '0008_installations', up: installations },
  { name: '0009_ignore_rules', up: ignoreRules },
  { name: '0010_suppressed', up: suppressed },
  { name: '0011_accounts', up: accounts },
  { name: '0012_providers', up: providers },
  { name: '0013_rule_use', up: ruleUse },
  { name: '0014_states', up: states },
  { name: '0015_unfinished', up: unfinished },
  { name: '0016_state_keys', up: stateKeys },
  { name: '0017_embeddings', up: embeddings },
  { name: '0018_retention', up: retention },
  { name: '0019_written', up: written },
  { name: '0020_incident_lives', up: incidentLives },
  { name: '0021_embedding_models', up: embeddingModels },
  { name: '0022_similar_incidents', up: similarIncidents },
  { name: '0023_fewer_vector_indexes', up: fewerVectorIndexes },
  { name: '0024_incident_resources', up: incidentResources },
  { name: '0025_code_hosts', up: codeHosts },
  { name: '0026_state_mapping', up: stateMapping },
];
