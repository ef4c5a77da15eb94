# The estate of `npm run bench -- scan`: 1,000 instances of the types that are most frequent in real estates.
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
}

resource "aws_iam_policy" "p" {
  count  = 160
  name   = "policy-${count.index}"
  policy = local.policy
}

resource "aws_iam_role" "r" {
  count              = 120
  name               = "role-${count.index}"
  assume_role_policy = local.trust
}

resource "aws_iam_role_policy_attachment" "a" {
  count      = 120
  role       = aws_iam_role.r[count.index].name
  policy_arn = aws_iam_policy.p[count.index].arn
}

resource "aws_iam_role_policy" "i" {
  count  = 70
  name   = "inline"
  role   = aws_iam_role.r[count.index].id
  policy = local.policy
}

resource "aws_route53_zone" "z" {
  name = "example.com"
}

resource "aws_route53_record" "d" {
  count   = 109
  zone_id = aws_route53_zone.z.zone_id
  name    = "host-${count.index}.example.com"
  type    = "A"
  ttl     = 300
  records = ["198.51.100.${count.index}"]
}

resource "aws_vpc" "v" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_security_group" "g" {
  count       = 60
  name        = "group-${count.index}"
  description = "group"
  vpc_id      = aws_vpc.v.id
}

resource "aws_security_group_rule" "s" {
  count             = 90
  type              = "ingress"
  security_group_id = aws_security_group.g[count.index % 60].id
  protocol          = "tcp"
  from_port         = 1000 + count.index
  to_port           = 1000 + count.index
  cidr_blocks       = ["10.0.0.0/8"]
}

resource "aws_cloudwatch_metric_alarm" "m" {
  count               = 80
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
  count             = 70
  name              = "/bench/${count.index}"
  retention_in_days = 14
}

resource "aws_ssm_parameter" "s" {
  count = 60
  name  = "/bench/${count.index}"
  type  = "String"
  value = "value-${count.index}"
}

resource "aws_sns_topic" "t" {
  count = 39
  name  = "topic-${count.index}"
}

resource "aws_s3_bucket" "b" {
  count  = 10
  bucket = "plumbline-bench-${count.index}"
}

resource "aws_kms_key" "k" {
  count                   = 10
  deletion_window_in_days = 7
}
