import type { Change } from '../../change.ts';
import { codebuild, discovery, scheduler, signer, sns, swf } from '../calls/apps.ts';

const DISCOVERY = 'Route53AutoNaming_v20170314';

export const catalogChanges: readonly Change[] = [
  {
    what: 'the time of an answer for a name is raised',
    shows: { 'aws_service_discovery_service.apps': ['dns_config'] },
    run: ({ json, of }) =>
      json(discovery, `${DISCOVERY}.UpdateService`, {
        Id: of('aws_service_discovery_service.apps'),
        Service: { Description: 'apps', DnsConfig: { DnsRecords: [{ Type: 'A', TTL: 300 }] } },
      }),
  },
  {
    what: 'an instance of a service is taken out',
    shows: { 'aws_service_discovery_instance.apps': 'deleted' },
    run: ({ json, of }) =>
      json(discovery, `${DISCOVERY}.DeregisterInstance`, {
        ServiceId: of('aws_service_discovery_service.apps'),
        InstanceId: 'bills-1',
      }),
  },
  {
    what: 'a namespace gets another tag',
    shows: { 'aws_service_discovery_http_namespace.apps': ['tags', 'tags_all'] },
    run: ({ json, of }) =>
      json(discovery, `${DISCOVERY}.TagResource`, {
        ResourceARN: of('aws_service_discovery_http_namespace.apps', 'arn'),
        Tags: [{ Key: 'team', Value: 'nobody' }],
      }),
  },
  {
    what: 'a namespace is described otherwise',
    shows: { 'aws_service_discovery_public_dns_namespace.apps': ['description'] },
    run: ({ json, of }) =>
      json(discovery, `${DISCOVERY}.UpdatePublicDnsNamespace`, {
        Id: of('aws_service_discovery_public_dns_namespace.apps'),
        Namespace: { Description: 'by hand' },
      }),
  },
  {
    what: 'a group of schedules gets another tag',
    shows: { 'aws_scheduler_schedule_group.apps': ['tags', 'tags_all'] },
    run: ({ rest, of }) =>
      rest(scheduler, 'POST', `/tags/${of('aws_scheduler_schedule_group.apps', 'arn')}`, {
        Tags: [{ Key: 'team', Value: 'nobody' }],
      }),
  },
  {
    what: 'a profile of signatures gets another tag',
    shows: { 'aws_signer_signing_profile.apps': ['tags', 'tags_all'] },
    run: ({ rest, of }) =>
      rest(signer, 'POST', `/tags/${of('aws_signer_signing_profile.apps', 'arn')}`, { tags: { team: 'nobody' } }),
  },
  {
    what: 'a domain of workflows gets another tag',
    shows: { 'aws_swf_domain.apps': ['tags', 'tags_all'] },
    run: ({ json, of }) =>
      json(swf, 'SimpleWorkflowService.TagResource', {
        resourceArn: of('aws_swf_domain.apps', 'arn'),
        tags: [{ key: 'team', value: 'nobody' }],
      }),
  },
  {
    what: 'a project of builds is deleted',
    shows: { 'aws_codebuild_project.apps': 'deleted' },
    run: ({ json }) => json(codebuild, 'CodeBuild_20161006.DeleteProject', { name: 'apps' }),
  },
  {
    what: 'a platform of push messages is deleted',
    shows: { 'aws_sns_platform_application.apps': 'deleted' },
    run: ({ query, of }) =>
      query(sns, 'DeletePlatformApplication', {
        PlatformApplicationArn: of('aws_sns_platform_application.apps', 'arn'),
      }),
  },
];
