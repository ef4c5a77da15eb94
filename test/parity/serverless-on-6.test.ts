import { serverlessEstate } from '../../testkit/estate/serverless/estate.ts';
import { describeParity } from './suite.ts';

await describeParity(serverlessEstate, '6.x');
