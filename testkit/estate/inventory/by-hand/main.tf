# Objects that somebody makes by hand: this is applied, and its state is deleted. The names of resources tell their classes:
# added_… is a part of a managed object, part_… is a part of an object in no state, and all others have no parent.
provider "aws" {
  region = "us-east-1"
}

variable "ids" {
  type = map(string)
}

locals {
  trust = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
  read = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "s3:GetObject", Resource = "arn:aws:s3:::other-*" }]
  })
}

# Parts of managed objects.

resource "aws_vpc_security_group_ingress_rule" "added_ssh" {
  security_group_id = var.ids.group
  ip_protocol       = "tcp"
  from_port         = 22
  to_port           = 22
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_egress_rule" "added_out" {
  security_group_id = var.ids.group
  ip_protocol       = "tcp"
  from_port         = 5432
  to_port           = 5432
  cidr_ipv4         = "10.9.0.0/16"
}

resource "aws_iam_role_policy" "added" {
  name   = "hand-inline"
  role   = "managed-app"
  policy = local.read
}

resource "aws_iam_role_policy_attachment" "added" {
  role       = "managed-app"
  policy_arn = aws_iam_policy.write.arn
}

resource "aws_iam_user_policy" "added" {
  name   = "hand-inline"
  user   = "managed-ci"
  policy = local.read
}

resource "aws_iam_user_policy_attachment" "added" {
  user       = "managed-ci"
  policy_arn = aws_iam_policy.write.arn
}

resource "aws_iam_access_key" "added" {
  user = "managed-ci"
}

resource "aws_iam_group_policy" "added" {
  name   = "hand-inline"
  group  = "managed-devs"
  policy = local.read
}

resource "aws_iam_group_policy_attachment" "added" {
  group      = "managed-devs"
  policy_arn = aws_iam_policy.write.arn
}

resource "aws_iam_instance_profile" "added" {
  name = "hand-profile"
  role = "managed-app"
}

resource "aws_sns_topic_subscription" "added" {
  topic_arn = var.ids.topic
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.one.arn
}

resource "aws_cognito_user_group" "added" {
  name         = "hand"
  user_pool_id = var.ids.pool
}

resource "aws_cognito_resource_server" "added" {
  name         = "hand"
  identifier   = "https://hand.example.com"
  user_pool_id = var.ids.pool
}

resource "aws_route53_record" "added_api" {
  zone_id = var.ids.zone
  name    = "api.managed.example.com"
  type    = "A"
  ttl     = 60
  records = ["10.0.0.9"]
}

resource "aws_route53_record" "added_txt" {
  zone_id = var.ids.zone
  name    = "_dmarc.managed.example.com"
  type    = "TXT"
  ttl     = 60
  records = ["v=DMARC1; p=none"]
}

resource "aws_kms_alias" "added" {
  name          = "alias/hand"
  target_key_id = var.ids.key
}

resource "aws_lb_listener" "added" {
  load_balancer_arn = var.ids.lb
  port              = 8080
  protocol          = "HTTP"

  default_action {
    type             = "forward"
    target_group_arn = var.ids.target
  }
}

resource "aws_cloudwatch_log_metric_filter" "added" {
  name           = "hand"
  log_group_name = "managed-app"
  pattern        = "ERROR"

  metric_transformation {
    name      = "errors"
    namespace = "hand"
    value     = "1"
  }
}

resource "aws_cloudwatch_event_target" "added" {
  rule      = "managed-nightly"
  target_id = "hand"
  arn       = var.ids.queue
}

resource "aws_cognito_user_pool_client" "added" {
  name         = "hand"
  user_pool_id = var.ids.pool
}

resource "aws_glue_catalog_table" "added" {
  name          = "hand"
  database_name = "managed"
}

resource "aws_efs_access_point" "added" {
  file_system_id = var.ids.efs
}

# Objects without a parent.

resource "aws_sqs_queue" "one" {
  name = "hand-one"
}

resource "aws_sqs_queue" "quoted" {
  name                       = "hand-quoted"
  visibility_timeout_seconds = 45

  tags = {
    team   = "web"
    "a b"  = "with \"quotes\", $${braces} and %%{if}"
    "line" = "back\\slash"
  }
}

resource "aws_sns_topic" "one" {
  name = "hand-one"
}

resource "aws_sns_topic" "two" {
  name = "hand-two"
}

resource "aws_sns_topic_subscription" "part" {
  topic_arn = aws_sns_topic.one.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.one.arn
}

resource "aws_s3_bucket" "one" {
  bucket = "hand-one-bucket"
}

resource "aws_s3_bucket" "two" {
  bucket = "hand-two-bucket"

  tags = {
    team = "data"
  }
}

resource "aws_iam_role" "one" {
  name               = "hand-one"
  assume_role_policy = local.trust
}

resource "aws_iam_role" "two" {
  name               = "hand-two"
  path               = "/team/"
  assume_role_policy = local.trust
}

resource "aws_iam_role_policy_attachment" "part" {
  role       = aws_iam_role.one.name
  policy_arn = aws_iam_policy.write.arn
}

resource "aws_iam_policy" "write" {
  name   = "hand-write"
  policy = local.read
}

resource "aws_iam_policy" "admin" {
  name = "hand-admin"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }]
  })
}

resource "aws_iam_user" "one" {
  name = "hand-one"
}

resource "aws_iam_group" "one" {
  name = "hand-one"
}

resource "aws_vpc" "one" {
  cidr_block = "10.7.0.0/16"

  tags = {
    Name = "hand"
  }
}

resource "aws_subnet" "one" {
  vpc_id            = aws_vpc.one.id
  cidr_block        = "10.7.1.0/24"
  availability_zone = "us-east-1a"
}

resource "aws_subnet" "two" {
  vpc_id            = var.ids.vpc
  cidr_block        = "10.0.7.0/24"
  availability_zone = "us-east-1c"
}

resource "aws_internet_gateway" "part" {
  vpc_id = aws_vpc.one.id
}

resource "aws_route_table" "one" {
  vpc_id = aws_vpc.one.id
}

resource "aws_network_acl" "one" {
  vpc_id = aws_vpc.one.id
}

resource "aws_security_group" "one" {
  name   = "hand-one"
  vpc_id = aws_vpc.one.id

  ingress {
    from_port   = 3306
    to_port     = 3306
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "two" {
  name   = "hand-two"
  vpc_id = var.ids.vpc
}

resource "aws_eip" "one" {
  domain = "vpc"
}

resource "aws_ebs_volume" "one" {
  availability_zone = "us-east-1a"
  size              = 8
}

resource "aws_ebs_volume" "two" {
  availability_zone = "us-east-1b"
  size              = 20
  type              = "gp3"
  encrypted         = true
}

resource "aws_key_pair" "one" {
  key_name   = "hand-one"
  public_key = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQD3F6tyPEFEzV0LX3X8BsXdMsQz1x2cEikKDEY0aIj41qgxMCP/iteneqXSIFZBp5vizPvaoIR3Um9xK7PGoW8giupGn+EPuxIA4cDM4vzOqOkiMPhz5XK0whEjkVzTo4+S0puvDZuwIsdiW9mxhJc7tgBNL0cYlWSYVkz4G/fslNfRPW5mYAM49f4fhtxPb5ok4Q2Lg9dPKVHO/Bgeu5woMc7RY0p1ej6D4CKFE6lymSDJpW0YHX/wqE9+cfEauh7xZcG0q9t2ta6F6fmX0agvpFyZo8aFbXeUBr7osSCJNgvavWbM/06niWrOvYX2xwWdhXmXSrbX8ZbabVohBK41 hand"
}

resource "aws_launch_template" "one" {
  name          = "hand-one"
  instance_type = "t3.micro"
}

resource "aws_cloudwatch_log_group" "one" {
  name              = "/hand/one"
  retention_in_days = 7
}

resource "aws_cloudwatch_log_group" "two" {
  name = "/hand/two"
}

resource "aws_cloudwatch_log_metric_filter" "part" {
  name           = "hand-part"
  log_group_name = aws_cloudwatch_log_group.one.name
  pattern        = "WARN"

  metric_transformation {
    name      = "warnings"
    namespace = "hand"
    value     = "1"
  }
}

resource "aws_ssm_parameter" "one" {
  name  = "/hand/one"
  type  = "String"
  value = "plain value"
}

resource "aws_ssm_parameter" "secret" {
  name  = "/hand/secret"
  type  = "SecureString"
  value = "hunter2-hunter2"
}

resource "aws_kms_key" "one" {
  description = "hand"
}

resource "aws_secretsmanager_secret" "one" {
  name = "hand-one"
}

resource "aws_dynamodb_table" "one" {
  name         = "hand-one"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_ecr_repository" "one" {
  name = "hand-one"
}

resource "aws_ecs_cluster" "one" {
  name = "hand-one"
}

resource "aws_ecs_task_definition" "one" {
  family                = "hand-one"
  container_definitions = jsonencode([{ name = "web", image = "nginx", memory = 128, essential = true }])
}

resource "aws_lb_target_group" "one" {
  name     = "hand-one"
  port     = 80
  protocol = "HTTP"
  vpc_id   = var.ids.vpc
}

resource "aws_route53_zone" "one" {
  name = "hand.example.com"
}

resource "aws_cloudwatch_event_rule" "one" {
  name                = "hand-one"
  schedule_expression = "rate(5 minutes)"
}

resource "aws_cloudwatch_event_bus" "one" {
  name = "hand-one"
}

resource "aws_kinesis_stream" "one" {
  name        = "hand-one"
  shard_count = 1
}

resource "aws_efs_file_system" "one" {
  creation_token = "hand-one"
}

resource "aws_cognito_user_pool" "one" {
  name = "hand-one"
}

resource "aws_api_gateway_rest_api" "one" {
  name = "hand-one"
}

resource "aws_apigatewayv2_api" "one" {
  name          = "hand-one"
  protocol_type = "HTTP"
}

resource "aws_glue_catalog_database" "one" {
  name = "hand_one"
}

resource "aws_cloudwatch_log_group" "three" {
  name = "/hand/three"
}

resource "aws_sns_topic" "three" {
  name = "hand-three"
}

resource "aws_backup_vault" "one" {
  name = "hand-one"
}

resource "aws_db_subnet_group" "one" {
  name       = "hand-one"
  subnet_ids = [var.ids.subnet_a, var.ids.subnet_b]
}

resource "aws_db_parameter_group" "one" {
  name   = "hand-one"
  family = "mysql8.0"
}

resource "aws_cloudwatch_metric_alarm" "one" {
  alarm_name          = "hand-one"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "Errors"
  namespace           = "hand"
  period              = 60
  statistic           = "Sum"
  threshold           = 1
}

resource "aws_ssm_document" "one" {
  name          = "hand-one"
  document_type = "Command"
  content = jsonencode({
    schemaVersion = "2.2"
    description   = "hand"
    mainSteps     = [{ action = "aws:runShellScript", name = "run", inputs = { runCommand = ["ls"] } }]
  })
}

resource "aws_resourcegroups_group" "one" {
  name = "hand-one"

  resource_query {
    query = jsonencode({
      ResourceTypeFilters = ["AWS::EC2::Instance"]
      TagFilters          = [{ Key = "team", Values = ["web"] }]
    })
  }
}

resource "aws_scheduler_schedule_group" "one" {
  name = "hand-one"
}

resource "aws_sfn_activity" "one" {
  name = "hand-one"
}

resource "aws_iam_openid_connect_provider" "one" {
  url             = "https://token.hand.example.com"
  client_id_list  = ["sts.amazonaws.com"]
  thumbprint_list = ["cf23df2207d99a74fbe169e3eba035e633b65d94"]
}
