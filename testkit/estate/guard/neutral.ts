import type { Neutral } from '../change.ts';
import { lockToken, waf } from './calls.ts';

const logs = { service: 'logs' };

export const neutral: readonly Neutral[] = [
  {
    what: 'a policy of the organization written otherwise',
    why: 'keys have no order, and blanks say nothing',
    terraform: { 'aws_organizations_policy.guard': ['content'] },
    run: ({ json, of }) =>
      json({ service: 'organizations' }, 'AWSOrganizationsV20161128.UpdatePolicy', {
        PolicyId: of('aws_organizations_policy.guard'),
        Content: JSON.stringify(
          {
            Statement: [
              { Resource: '*', Action: ['cloudtrail:StopLogging', 'cloudtrail:DeleteTrail'], Effect: 'Deny' },
            ],
            Version: '2012-10-17',
          },
          null,
          2,
        ),
      }),
  },
  {
    what: 'the query of a resource group with its keys in another order',
    why: 'the keys of an object have no order',
    terraform: { 'aws_resourcegroups_group.guard': ['resource_query'] },
    run: ({ rest }) =>
      rest({ service: 'resource-groups' }, 'POST', '/update-group-query', {
        GroupName: 'guard',
        ResourceQuery: {
          Type: 'TAG_FILTERS_1_0',
          Query:
            '{"TagFilters": [{"Values": ["guard"], "Key": "team"}], "ResourceTypeFilters": ["AWS::EC2::Instance"]}',
        },
      }),
  },
  {
    what: 'the policy of the logs with its actions in another order',
    why: 'actions have no order',
    terraform: { 'aws_cloudwatch_log_resource_policy.guard': ['policy_document'] },
    run: ({ json }) =>
      json(logs, 'Logs_20140328.PutResourcePolicy', {
        policyName: 'guard',
        policyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: {
            Effect: 'Allow',
            Principal: { Service: ['route53.amazonaws.com'] },
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: ['*'],
          },
        }),
      }),
  },
  {
    what: 'the parameters of a rule of AWS Config with other blanks',
    why: 'blanks between the parts of JSON mean nothing',
    terraform: { 'aws_config_config_rule.guard': ['input_parameters'] },
    run: ({ json }) =>
      json({ service: 'config' }, 'StarlingDoveService.PutConfigRule', {
        ConfigRule: {
          ConfigRuleName: 'guard',
          Description: 'Volumes are encrypted',
          InputParameters: '{ "kmsId" : "guard" }',
          Source: { Owner: 'AWS', SourceIdentifier: 'ENCRYPTED_VOLUMES' },
        },
      }),
  },
  {
    what: 'the patterns of a set of AWS WAF in another order',
    why: 'a set has no order',
    run: async (cloud) => {
      const name = { Name: 'guard', Scope: 'REGIONAL', Id: cloud.of('aws_wafv2_regex_pattern_set.guard') };
      await waf(cloud, 'UpdateRegexPatternSet', {
        ...name,
        RegularExpressionList: [{ RegexString: '^/internal' }, { RegexString: '^/admin' }],
        LockToken: await lockToken(cloud, 'GetRegexPatternSet', name),
      });
    },
  },
  {
    what: 'tags of a service of a mesh are removed and set again',
    why: 'tags have no history',
    run: async ({ rest, of }) => {
      const path = `/tags/${encodeURIComponent(of('aws_vpclattice_service.guard', 'arn'))}`;
      await rest({ service: 'vpc-lattice' }, 'DELETE', `${path}?tagKeys=tier`);
      await rest({ service: 'vpc-lattice' }, 'POST', path, { tags: { tier: 'mesh' } });
    },
  },
];
