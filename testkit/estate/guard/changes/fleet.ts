import type { Change } from '../../change.ts';
import { policy } from '../calls.ts';

const ssm = { service: 'ssm' };
const lattice = { service: 'vpc-lattice' };

export const guardFleet: readonly Change[] = [
  {
    what: 'a tag of a document is changed',
    shows: { 'aws_ssm_document.guard': ['tags'] },
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.AddTagsToResource', {
        ResourceType: 'Document',
        ResourceId: 'guard',
        Tags: [{ Key: 'tier', Value: 'none' }],
      }),
  },
  {
    what: 'the description of a resource group is changed',
    shows: { 'aws_resourcegroups_group.guard': ['description'] },
    run: ({ rest }) =>
      rest({ service: 'resource-groups' }, 'POST', '/update-group', { GroupName: 'guard', Description: 'Nothing' }),
  },
  {
    what: 'the policy of a service of a mesh lets everything through',
    shows: { 'aws_vpclattice_auth_policy.guard': ['policy'] },
    run: ({ rest, of }) =>
      rest(lattice, 'PUT', `/authpolicy/${encodeURIComponent(of('aws_vpclattice_service.guard', 'arn'))}`, {
        policy: policy({ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }),
      }),
  },
  {
    what: 'a certificate authority is switched off',
    shows: { 'aws_acmpca_certificate_authority.guard': ['enabled'] },
    run: ({ json, of }) =>
      json({ service: 'acm-pca' }, 'ACMPrivateCA.UpdateCertificateAuthority', {
        CertificateAuthorityArn: of('aws_acmpca_certificate_authority.guard', 'arn'),
        Status: 'DISABLED',
      }),
  },
  {
    what: 'a profile for signing code is cancelled',
    shows: { 'aws_signer_signing_profile.guard': 'deleted' },
    run: ({ rest }) => rest({ service: 'signer' }, 'DELETE', '/signing-profiles/guard_signing'),
  },
  {
    what: 'a directory sends its logs nowhere',
    shows: { 'aws_directory_service_log_subscription.guard': 'deleted' },
    run: ({ json, of }) =>
      json({ service: 'ds' }, 'DirectoryService_20150416.DeleteLogSubscription', {
        DirectoryId: of('aws_directory_service_directory.guard'),
      }),
  },
  {
    what: 'a secret is not rotated any more',
    shows: { 'aws_secretsmanager_secret_rotation.guard': ['rotation_lambda_arn', 'rotation_rules'] },
    run: ({ json, of }) =>
      json({ service: 'secretsmanager' }, 'secretsmanager.CancelRotateSecret', {
        SecretId: of('aws_secretsmanager_secret.guard', 'arn'),
      }),
  },
];
