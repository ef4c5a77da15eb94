export { ACCOUNT, policy, s3Xml } from '../../documents.ts';

const REGION = 'us-east-1';

/** The scope of a service in the main region of the estate. */
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
/** The region of the Aurora cluster. */
export const rdsWest = { service: 'rds', region: 'us-west-2' };
export const redshift = at('redshift');
export const s3 = at('s3');
export const sagemaker = at('sagemaker');
