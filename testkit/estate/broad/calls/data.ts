const REGION = 'us-east-1';

/** The scope of a service in the region that most of the estate is in. */
const at = (service: string) => ({ service, region: REGION });

export const athena = at('athena');
export const backup = at('backup');
export const dax = at('dax');
export const dms = at('dms');
export const dynamodb = at('dynamodb');
export const efs = at('elasticfilesystem');
export const elasticache = at('elasticache');
export const emr = at('elasticmapreduce');
export const glue = at('glue');
export const kinesis = at('kinesis');
export const lakeformation = at('lakeformation');
export const memorydb = at('memorydb');
export const opensearchserverless = at('aoss');
export const quicksight = at('quicksight');
export const rds = at('rds');
/** Where the Aurora cluster is. */
export const rdsWest = { service: 'rds', region: 'us-west-2' };
export const redshift = at('redshift');
export const s3 = at('s3');
export const sagemaker = at('sagemaker');

export const ACCOUNT = '123456789012';

/** A document of statements, as a text. */
export function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

/** An S3 document. */
export function s3Xml(name: string, inner: string): string {
  return `<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
}
