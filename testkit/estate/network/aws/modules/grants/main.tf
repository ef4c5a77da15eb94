terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "role" {
  type = string
}

variable "action" {
  type = string
}

variable "key" {
  type = string
}

locals {
  name   = replace(replace(replace(var.key, "\"", ""), " ", "-"), ".", "-")
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = var.action, Resource = "*" }] })
}

resource "aws_iam_policy" "this" {
  name   = local.name
  policy = local.policy
}

resource "aws_iam_role_policy_attachment" "this" {
  role       = var.role
  policy_arn = aws_iam_policy.this.arn
}

resource "aws_iam_role_policy" "this" {
  name   = "${local.name}-inline"
  role   = var.role
  policy = local.policy
}
