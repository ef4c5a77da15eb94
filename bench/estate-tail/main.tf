# The estate of `npm run bench -- tail`: 1,000 instances of 61 types with the frequencies of real estates. The types behind the 25 most
# frequent have about a dozen instances each, in place of nearly two hundred types with a few.
# The endpoint and the credentials come from the environment.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region                      = "us-east-1"
  s3_use_path_style           = true
  skip_metadata_api_check     = true
  skip_credentials_validation = true
}

locals {
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "s3:GetObject", Resource = "*" }]
  })
  trust = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }]
  })
  // The number of instances: the 25 most frequent types of public estates by Zipf's law (58 %), then types of the long tail.
  n = {
    iam_policy = 137, record = 72, attachment = 49, role = 38, role_policy = 31, sg_rule = 26, sg = 22, alarm = 20, log_group = 18
    parameter  = 16, bucket = 15, queue_policy = 14, secret = 13, key = 12, subscription = 11, zone = 10, alias = 10, route = 9
    endpoint   = 9, version = 8, permission = 8, target = 8, rule = 8, target_group = 7, user = 7

    queue        = 20, topic = 20, function = 20, instance = 20, subnet = 26, vpc = 6, route_table = 16, association = 22, bucket_policy = 13
    access_block = 15, versioning = 12, encryption = 12, lifecycle = 8, ownership = 8, lb = 8, listener = 14, listener_rule = 12
    eip          = 10, volume = 12, repository = 14, table = 14, profile = 18, user_attachment = 7, gateway = 6, cluster = 8, certificate = 12
    group        = 8, dashboard = 7, key_pair = 7, db_subnets = 7, task = 8, metric_filter = 8, template = 8, acl = 8, user_policy = 8
  }
}

resource "aws_iam_policy" "p" {
  count  = local.n.iam_policy
  name   = "policy-${count.index}"
  policy = local.policy
}

resource "aws_iam_role" "r" {
  count              = local.n.role
  name               = "role-${count.index}"
  assume_role_policy = local.trust
  tags               = { n = "${count.index}" }
}

resource "aws_iam_role_policy_attachment" "a" {
  count      = local.n.attachment
  role       = aws_iam_role.r[count.index % local.n.role].name
  policy_arn = aws_iam_policy.p[count.index].arn
}

resource "aws_iam_role_policy" "i" {
  count  = local.n.role_policy
  name   = "inline"
  role   = aws_iam_role.r[count.index].id
  policy = local.policy
}

resource "aws_iam_instance_profile" "ip" {
  count = local.n.profile
  name  = "profile-${count.index}"
  role  = aws_iam_role.r[count.index].name
}

resource "aws_iam_user" "u" {
  count = local.n.user
  name  = "user-${count.index}"
}

resource "aws_iam_user_policy_attachment" "ua" {
  count      = local.n.user_attachment
  user       = aws_iam_user.u[count.index].name
  policy_arn = aws_iam_policy.p[count.index].arn
}

resource "aws_route53_zone" "z" {
  count = local.n.zone
  name  = "example${count.index}.com"
}

resource "aws_route53_record" "d" {
  count   = local.n.record
  zone_id = aws_route53_zone.z[count.index % local.n.zone].zone_id
  name    = "host-${count.index}.${aws_route53_zone.z[count.index % local.n.zone].name}"
  type    = "A"
  ttl     = 300
  records = ["198.51.100.${count.index}"]
}

resource "aws_vpc" "v" {
  count      = local.n.vpc
  cidr_block = "10.${count.index}.0.0/16"
}

resource "aws_subnet" "s" {
  count             = local.n.subnet
  vpc_id            = aws_vpc.v[count.index % local.n.vpc].id
  cidr_block        = "10.${count.index % local.n.vpc}.${count.index}.0/24"
  availability_zone = ["us-east-1a", "us-east-1b"][floor(count.index / local.n.vpc) % 2]
}

resource "aws_internet_gateway" "g" {
  count  = local.n.gateway
  vpc_id = aws_vpc.v[count.index].id
}

resource "aws_route_table" "rt" {
  count  = local.n.route_table
  vpc_id = aws_vpc.v[count.index % local.n.vpc].id
}

resource "aws_route" "r" {
  count                  = local.n.route
  route_table_id         = aws_route_table.rt[count.index].id
  destination_cidr_block = "192.168.${count.index}.0/24"
  gateway_id             = aws_internet_gateway.g[(count.index % local.n.vpc) % local.n.gateway].id
}

resource "aws_route_table_association" "a" {
  count          = min(local.n.association, local.n.subnet)
  subnet_id      = aws_subnet.s[count.index].id
  route_table_id = aws_route_table.rt[count.index % local.n.route_table].id
}

resource "aws_security_group" "g" {
  count       = local.n.sg
  name        = "group-${count.index}"
  description = "group"
  vpc_id      = aws_vpc.v[0].id
}

resource "aws_security_group_rule" "s" {
  count             = local.n.sg_rule
  type              = "ingress"
  security_group_id = aws_security_group.g[count.index % local.n.sg].id
  protocol          = "tcp"
  from_port         = 1000 + count.index
  to_port           = 1000 + count.index
  cidr_blocks       = ["10.0.0.0/8"]
}

resource "aws_vpc_endpoint" "e" {
  count        = local.n.endpoint
  vpc_id       = aws_vpc.v[count.index % local.n.vpc].id
  service_name = ["com.amazonaws.us-east-1.s3", "com.amazonaws.us-east-1.dynamodb"][floor(count.index / local.n.vpc) % 2]
}

resource "aws_instance" "i" {
  count         = local.n.instance
  ami           = "ami-12c6146b"
  instance_type = "t3.micro"
  subnet_id     = aws_subnet.s[0].id
}

resource "aws_eip" "e" {
  count  = local.n.eip
  domain = "vpc"
}

resource "aws_ebs_volume" "v" {
  count             = local.n.volume
  availability_zone = "us-east-1a"
  size              = 1
}

resource "aws_lb" "l" {
  count              = local.n.lb
  name               = "lb-${count.index}"
  load_balancer_type = "application"
  subnets            = [aws_subnet.s[0].id, aws_subnet.s[local.n.vpc].id]
}

resource "aws_lb_target_group" "t" {
  count    = local.n.target_group
  name     = "tg-${count.index}"
  port     = 80
  protocol = "HTTP"
  vpc_id   = aws_vpc.v[0].id
}

resource "aws_lb_listener" "l" {
  count             = local.n.listener
  load_balancer_arn = aws_lb.l[count.index % local.n.lb].arn
  port              = 80 + count.index
  protocol          = "HTTP"
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.t[count.index % local.n.target_group].arn
  }
}

resource "aws_lb_listener_rule" "l" {
  count        = local.n.listener_rule
  listener_arn = aws_lb_listener.l[count.index].arn
  priority     = 10 + count.index
  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.t[count.index % local.n.target_group].arn
  }
  condition {
    path_pattern { values = ["/x/*"] }
  }
}

resource "aws_cloudwatch_metric_alarm" "m" {
  count               = local.n.alarm
  alarm_name          = "alarm-${count.index}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  metric_name         = "CPUUtilization"
  namespace           = "AWS/EC2"
  period              = 60
  statistic           = "Average"
  threshold           = 80
}

resource "aws_cloudwatch_log_group" "l" {
  count             = local.n.log_group
  name              = "/bench/${count.index}"
  retention_in_days = 14
}

resource "aws_ssm_parameter" "s" {
  count = local.n.parameter
  name  = "/bench/${count.index}"
  type  = count.index % 2 == 0 ? "String" : "SecureString"
  value = "value-${count.index}"
}

resource "aws_sns_topic" "t" {
  count = local.n.topic
  name  = "topic-${count.index}"
}

resource "aws_sqs_queue" "q" {
  count = local.n.queue
  name  = "queue-${count.index}"
}

resource "aws_sqs_queue_policy" "p" {
  count     = local.n.queue_policy
  queue_url = aws_sqs_queue.q[count.index].id
  policy    = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = "*", Action = "sqs:SendMessage", Resource = aws_sqs_queue.q[count.index].arn }] })
}

resource "aws_sns_topic_subscription" "s" {
  count     = local.n.subscription
  topic_arn = aws_sns_topic.t[count.index].arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.q[count.index].arn
}

resource "aws_secretsmanager_secret" "s" {
  count = local.n.secret
  name  = "secret-${count.index}"
}

resource "aws_secretsmanager_secret_version" "v" {
  count         = local.n.version
  secret_id     = aws_secretsmanager_secret.s[count.index].id
  secret_string = "x${count.index}"
}

resource "aws_kms_key" "k" {
  count                   = local.n.key
  deletion_window_in_days = 7
}

resource "aws_kms_alias" "k" {
  count         = local.n.alias
  name          = "alias/key-${count.index}"
  target_key_id = aws_kms_key.k[count.index].key_id
}

resource "aws_s3_bucket" "b" {
  count  = local.n.bucket
  bucket = "plumbline-tail-${count.index}"
}

resource "aws_s3_bucket_policy" "b" {
  count  = local.n.bucket_policy
  bucket = aws_s3_bucket.b[count.index].id
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "${aws_s3_bucket.b[count.index].arn}/*" }] })
}

resource "aws_s3_bucket_public_access_block" "b" {
  count             = local.n.access_block
  bucket            = aws_s3_bucket.b[count.index].id
  block_public_acls = true
}

resource "aws_s3_bucket_versioning" "b" {
  count  = local.n.versioning
  bucket = aws_s3_bucket.b[count.index].id
  versioning_configuration { status = "Enabled" }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "b" {
  count  = local.n.encryption
  bucket = aws_s3_bucket.b[count.index].id
  rule {
    apply_server_side_encryption_by_default { sse_algorithm = "AES256" }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "b" {
  count  = local.n.lifecycle
  bucket = aws_s3_bucket.b[count.index].id
  rule {
    id     = "x"
    status = "Enabled"
    filter {}
    expiration { days = 30 }
  }
}

resource "aws_s3_bucket_ownership_controls" "b" {
  count  = local.n.ownership
  bucket = aws_s3_bucket.b[count.index].id
  rule { object_ownership = "BucketOwnerEnforced" }
}

resource "aws_lambda_function" "f" {
  count         = local.n.function
  function_name = "f-${count.index}"
  role          = aws_iam_role.r[0].arn
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  filename      = "worker.zip"
}

resource "aws_lambda_permission" "p" {
  count         = local.n.permission
  statement_id  = "s"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.f[count.index].function_name
  principal     = "events.amazonaws.com"
}

resource "aws_cloudwatch_event_rule" "r" {
  count               = local.n.rule
  name                = "rule-${count.index}"
  schedule_expression = "rate(1 hour)"
}

resource "aws_cloudwatch_event_target" "t" {
  count = local.n.target
  rule  = aws_cloudwatch_event_rule.r[count.index].name
  arn   = aws_lambda_function.f[count.index].arn
}

resource "aws_ecr_repository" "r" {
  count = local.n.repository
  name  = "repo-${count.index}"
}

resource "aws_dynamodb_table" "t" {
  count        = local.n.table
  name         = "table-${count.index}"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_ecs_cluster" "c" {
  count = local.n.cluster
  name  = "c-${count.index}"
}

resource "aws_acm_certificate" "c" {
  count             = local.n.certificate
  domain_name       = "a${count.index}.example.com"
  validation_method = "DNS"
}

resource "aws_iam_group" "g" {
  count = local.n.group
  name  = "group-${count.index}"
}

resource "aws_iam_user_policy" "u" {
  count  = local.n.user_policy
  name   = "inline-${count.index}"
  user   = aws_iam_user.u[count.index % local.n.user].name
  policy = local.policy
}

resource "aws_cloudwatch_dashboard" "d" {
  count          = local.n.dashboard
  dashboard_name = "dashboard-${count.index}"
  dashboard_body = jsonencode({ widgets = [] })
}

resource "aws_key_pair" "k" {
  count      = local.n.key_pair
  key_name   = "key-${count.index}"
  public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDyfcJqFxlShDQnmUcozfxhDkJM2DS/ht4c9NzATCoI2 bench"
}

resource "aws_db_subnet_group" "d" {
  count      = local.n.db_subnets
  name       = "subnets-${count.index}"
  subnet_ids = [aws_subnet.s[0].id, aws_subnet.s[local.n.vpc].id]
}

resource "aws_ecs_task_definition" "t" {
  count                 = local.n.task
  family                = "task-${count.index}"
  container_definitions = jsonencode([{ name = "a", image = "a", cpu = 10, memory = 128, essential = true }])
}

resource "aws_cloudwatch_log_metric_filter" "f" {
  count          = local.n.metric_filter
  name           = "filter-${count.index}"
  pattern        = "ERROR"
  log_group_name = aws_cloudwatch_log_group.l[count.index].name
  metric_transformation {
    name      = "errors"
    namespace = "bench"
    value     = "1"
  }
}

resource "aws_launch_template" "t" {
  count         = local.n.template
  name          = "template-${count.index}"
  instance_type = "t3.micro"
}

resource "aws_network_acl" "a" {
  count  = local.n.acl
  vpc_id = aws_vpc.v[count.index % local.n.vpc].id
}
