import { Type } from 'typebox';
import { Nullable } from './common.ts';

const figure = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const figures = {
  calls: figure('Sent to the cloud; every further try of one call counts', 212),
  saved: figure('Answered without a call of their own: by an equal one, or by one for many', 431),
  throttled: figure('Turned away for being too many', 3),
  refused: figure('Not sent, because nothing but reads is allowed, or because values of secrets are not', 0),
  failed: figure('Without an answer, or with one that says that the service is in trouble', 0),
};

export const CallFigures = Type.Object(figures, { title: 'CallFigures' });

const ActionCalls = Type.Object(
  {
    account_id: Nullable(Type.String({ examples: ['123456789012'] })),
    region: Type.String({ description: 'us-east-1 for what is global', examples: ['eu-west-1'] }),
    service: Type.String({ description: 'As signatures name it', examples: ['ec2'] }),
    action: Type.String({ examples: ['DescribeSecurityGroups'] }),
    permissions: Type.Array(Type.String(), {
      description: 'What a policy has to allow for it',
      examples: [['ec2:DescribeSecurityGroups']],
    }),
    ...figures,
  },
  { title: 'ActionCalls' },
);

export const AnalysisCalls = Type.Object(
  {
    ...figures,
    actions: Type.Array(ActionCalls, { description: 'By account, region, service and action' }),
  },
  { title: 'AnalysisCalls' },
);
