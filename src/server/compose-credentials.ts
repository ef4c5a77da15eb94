import type { AwsSettings } from '../integrations/aws/settings.ts';
import type { Config } from './config.ts';

/** Plumbline's own way to AWS: the credentials that were given, else whatever AWS's usual chain finds. */
export function awsSettings(config: Config): AwsSettings {
  const { awsKeyId: accessKeyId, awsSecret: secretAccessKey, awsSession: sessionToken } = config;
  const given = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    region: config.awsRegion,
    endpoint: config.awsEndpoint,
    credentials: given ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
  };
}
