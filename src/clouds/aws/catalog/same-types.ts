/**
 * Types that manage the same kind of object: a second name of a type, or a type of its own for the cloud's default
 * object, for a copy, or for one side of a connection. From the provider's documentation of each (`aws_alb` "is known as" `aws_lb`; `aws_default_vpc` "manages the
 * default VPC").
 */
const SAME: Readonly<Record<string, string>> = {
  aws_alb: 'aws_lb',
  aws_alb_listener: 'aws_lb_listener',
  aws_alb_listener_certificate: 'aws_lb_listener_certificate',
  aws_alb_listener_rule: 'aws_lb_listener_rule',
  aws_alb_target_group: 'aws_lb_target_group',
  aws_alb_target_group_attachment: 'aws_lb_target_group_attachment',
  aws_ami_copy: 'aws_ami',
  aws_ami_from_instance: 'aws_ami',
  aws_default_network_acl: 'aws_network_acl',
  aws_default_route_table: 'aws_route_table',
  aws_default_security_group: 'aws_security_group',
  aws_default_subnet: 'aws_subnet',
  aws_default_vpc: 'aws_vpc',
  aws_default_vpc_dhcp_options: 'aws_vpc_dhcp_options',
  aws_ebs_snapshot_copy: 'aws_ebs_snapshot',
  aws_ebs_snapshot_import: 'aws_ebs_snapshot',
  aws_iam_service_linked_role: 'aws_iam_role',
  aws_kms_external_key: 'aws_kms_key',
  aws_kms_replica_key: 'aws_kms_key',
  aws_rds_cluster_instance: 'aws_db_instance',
  aws_docdb_cluster: 'aws_rds_cluster',
  aws_docdb_cluster_instance: 'aws_db_instance',
  aws_neptune_cluster: 'aws_rds_cluster',
  aws_neptune_cluster_instance: 'aws_db_instance',
  aws_s3_bucket_object: 'aws_s3_object',
  aws_ses_domain_identity: 'aws_sesv2_email_identity',
  aws_ses_email_identity: 'aws_sesv2_email_identity',
  aws_spot_instance_request: 'aws_instance',
  aws_vpc_peering_connection_accepter: 'aws_vpc_peering_connection',
  aws_acmpca_certificate_authority_certificate: 'aws_acmpca_certificate',
};

/** One type that represents all types of the same kind of object. */
export const kindOf = (type: string): string => SAME[type] ?? type;
