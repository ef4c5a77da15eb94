terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "name" {
  type = string
}

variable "timeout" {
  type = number
}

locals {
  slug = replace(replace(replace(var.name, "\"", ""), " ", "-"), ".", "-")
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/service/${local.slug}"
  retention_in_days = var.timeout
}

resource "aws_ssm_parameter" "timeout" {
  name  = "/service/${local.slug}/timeout"
  type  = "String"
  value = tostring(var.timeout)
}

resource "aws_sns_topic" "this" {
  count = 2
  name  = "${local.slug}-${count.index}"
  tags  = { service = local.slug }
}
