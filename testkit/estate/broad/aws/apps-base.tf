# Resources that the applications need: a network, a role, a bucket, a function, a queue.

resource "aws_vpc" "apps" {
  cidr_block = "10.81.0.0/16"
  tags       = { Name = "apps" }
}

resource "aws_subnet" "apps" {
  for_each          = { a = "10.81.1.0/24", b = "10.81.2.0/24" }
  vpc_id            = aws_vpc.apps.id
  cidr_block        = each.value
  availability_zone = "us-east-1${each.key}"
  tags              = { Name = "apps-${each.key}" }
}

resource "aws_security_group" "apps" {
  name        = "apps"
  description = "apps"
  vpc_id      = aws_vpc.apps.id
}

resource "aws_iam_role" "apps" {
  name = "apps"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow"
      Action = "sts:AssumeRole"
      Principal = {
        Service = [
          "lambda.amazonaws.com", "eks.amazonaws.com", "batch.amazonaws.com", "codebuild.amazonaws.com",
          "codepipeline.amazonaws.com", "apigateway.amazonaws.com", "pipes.amazonaws.com", "iot.amazonaws.com",
        ]
      }
    }]
  })
}

resource "aws_s3_bucket" "apps" {
  bucket = "apps-artifacts"
}

resource "aws_sqs_queue" "apps" {
  for_each = toset(["jobs", "done", "dead"])
  name     = "apps-${each.key}"
}

resource "aws_sns_topic" "apps" {
  name = "apps"
}

resource "aws_lambda_function" "apps" {
  function_name = "apps"
  role          = aws_iam_role.apps.arn
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  filename      = "${path.module}/worker.zip"
  publish       = true
}

resource "aws_lambda_layer_version" "apps" {
  layer_name = "apps"
  filename   = "${path.module}/worker.zip"
}

resource "aws_cognito_user_pool" "apps" {
  name = "apps"
}

resource "aws_route53_zone" "apps" {
  name = "apps.example.com"
}

resource "aws_acm_certificate" "apps" {
  domain_name       = "api.apps.example.com"
  validation_method = "DNS"
}

resource "aws_ecs_cluster" "apps" {
  name = "apps"
}
