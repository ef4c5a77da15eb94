# 20 instances of the types that are most frequent in real estates.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

variable "number" {
  type = number
}

locals {
  name = "state-${var.number}"
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
  count  = 3
  name   = "${local.name}-${count.index}"
  policy = local.policy
}

resource "aws_iam_role" "r" {
  count              = 2
  name               = "${local.name}-${count.index}"
  assume_role_policy = local.trust
}

resource "aws_iam_role_policy_attachment" "a" {
  count      = 2
  role       = aws_iam_role.r[count.index].name
  policy_arn = aws_iam_policy.p[count.index].arn
}

resource "aws_iam_role_policy" "i" {
  name   = "inline"
  role   = aws_iam_role.r[0].id
  policy = local.policy
}

resource "aws_iam_user" "u" {
  name = local.name
}

resource "aws_security_group" "g" {
  name        = local.name
  description = "group"
}

resource "aws_security_group_rule" "s" {
  count             = 2
  type              = "ingress"
  security_group_id = aws_security_group.g.id
  protocol          = "tcp"
  from_port         = 1000 + count.index
  to_port           = 1000 + count.index
  cidr_blocks       = ["10.0.0.0/8"]
}

resource "aws_cloudwatch_metric_alarm" "m" {
  count               = 2
  alarm_name          = "${local.name}-${count.index}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  metric_name         = "CPUUtilization"
  namespace           = "AWS/EC2"
  period              = 60
  statistic           = "Average"
  threshold           = 80
}

resource "aws_cloudwatch_log_group" "l" {
  name              = "/bench/${local.name}"
  retention_in_days = 14
}

resource "aws_ssm_parameter" "s" {
  count = 2
  name  = "/bench/${local.name}/${count.index}"
  type  = "String"
  value = "value-${count.index}"
}

resource "aws_sns_topic" "t" {
  name = local.name
}

resource "aws_s3_bucket" "b" {
  bucket = "plumbline-bench-${local.name}"
}

resource "aws_kms_key" "k" {
  deletion_window_in_days = 7
}
