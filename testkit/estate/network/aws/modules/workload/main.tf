terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

locals {
  trust = { for service in ["ec2", "vpc-flow-logs"] : service => jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "${service}.amazonaws.com" }
    }]
  }) }
}

resource "aws_iam_role" "app" {
  name               = "app"
  path               = "/workloads/"
  assume_role_policy = local.trust["ec2"]
  tags               = { Name = "app" }
}

resource "aws_iam_role" "flow" {
  name               = "flow"
  assume_role_policy = local.trust["vpc-flow-logs"]
}

resource "aws_iam_instance_profile" "app" {
  name = "app"
  role = aws_iam_role.app.name
}

output "app_role_name" {
  value = aws_iam_role.app.name
}

output "flow_role_arn" {
  value = aws_iam_role.flow.arn
}
