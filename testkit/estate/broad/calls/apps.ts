export { policy } from '../../documents.ts';

const at = (service: string) => ({ service });

export const apigateway = at('apigateway');
export const appsync = at('appsync');
export const appconfig = at('appconfig');
export const batch = at('batch');
export const bedrock = at('bedrock');
export const cloudformation = at('cloudformation');
export const codebuild = at('codebuild');
export const cognito = at('cognito-idp');
export const ecr = at('ecr');
export const ecs = at('ecs');
export const eks = at('eks');
export const events = at('events');
export const iot = at('iot');
export const lambda = at('lambda');
export const mq = at('mq');
export const pipes = at('pipes');
export const scheduler = at('scheduler');
export const ses = at('ses');
export const signer = at('signer');
export const sns = at('sns');
export const sqs = at('sqs');
export const discovery = at('servicediscovery');
export const swf = at('swf');

export const PARTNER = 'arn:aws:iam::210987654321:root';

/** A body for API Gateway's PATCH that replaces one field. */
export const replace = (path: string, value: string): object => ({
  patchOperations: [{ op: 'replace', path, value }],
});
