# One provider configuration for three regions (enhanced region support of provider 6.x). Names are the same in all regions.
# The endpoint and the credentials come from the environment.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.0"
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
  regions = toset(["us-east-1", "eu-west-1", "us-west-2"])
}

resource "aws_vpc" "main" {
  for_each   = local.regions
  region     = each.key
  cidr_block = "10.9.0.0/16"
}

resource "aws_subnet" "main" {
  for_each   = local.regions
  region     = each.key
  vpc_id     = aws_vpc.main[each.key].id
  cidr_block = "10.9.1.0/24"
}

resource "aws_security_group" "web" {
  for_each    = local.regions
  region      = each.key
  name        = "web"
  description = "web"
  vpc_id      = aws_vpc.main[each.key].id
}

resource "aws_vpc_security_group_ingress_rule" "web" {
  for_each          = local.regions
  region            = each.key
  security_group_id = aws_security_group.web[each.key].id
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
  cidr_ipv4         = "10.0.0.0/8"
}

resource "aws_kms_key" "main" {
  for_each    = local.regions
  region      = each.key
  description = "main"
}

resource "aws_kms_alias" "main" {
  for_each      = local.regions
  region        = each.key
  name          = "alias/main"
  target_key_id = aws_kms_key.main[each.key].id
}

resource "aws_sqs_queue" "jobs" {
  for_each = local.regions
  region   = each.key
  name     = "jobs"
}

resource "aws_sns_topic" "news" {
  for_each = local.regions
  region   = each.key
  name     = "news"
}

resource "aws_dynamodb_table" "orders" {
  for_each     = local.regions
  region       = each.key
  name         = "orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_cloudwatch_log_group" "app" {
  for_each          = local.regions
  region            = each.key
  name              = "/app"
  retention_in_days = 14
}

resource "aws_ssm_parameter" "flag" {
  for_each = local.regions
  region   = each.key
  name     = "/app/flag"
  type     = "String"
  value    = "on"
}

resource "aws_s3_bucket" "files" {
  for_each = local.regions
  region   = each.key
  bucket   = "plumbline-files-${each.key}"
}
