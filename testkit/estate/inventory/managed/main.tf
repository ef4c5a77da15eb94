# Managed objects: parents to which parts are added by hand, and one object of each type that is also made by hand.
provider "aws" {
  region = "us-east-1"
}

locals {
  trust = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }]
  })
  read = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "s3:GetObject", Resource = "arn:aws:s3:::acme-*" }]
  })
}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_subnet" "a" {
  vpc_id            = aws_vpc.main.id
  cidr_block        = "10.0.1.0/24"
  availability_zone = "us-east-1a"
}

resource "aws_subnet" "b" {
  vpc_id            = aws_vpc.main.id
  cidr_block        = "10.0.2.0/24"
  availability_zone = "us-east-1b"
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_route_table" "main" {
  vpc_id = aws_vpc.main.id
}

resource "aws_security_group" "web" {
  name   = "managed-web"
  vpc_id = aws_vpc.main.id

  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}

resource "aws_iam_role" "app" {
  name               = "managed-app"
  assume_role_policy = local.trust
}

resource "aws_iam_policy" "read" {
  name   = "managed-read"
  policy = local.read
}

resource "aws_iam_role_policy_attachment" "read" {
  role       = aws_iam_role.app.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_role_policy" "own" {
  name   = "managed-own"
  role   = aws_iam_role.app.name
  policy = local.read
}

resource "aws_iam_user" "ci" {
  name = "managed-ci"
}

resource "aws_iam_group" "devs" {
  name = "managed-devs"
}

resource "aws_sns_topic" "events" {
  name = "managed-events"
}

resource "aws_sqs_queue" "jobs" {
  name = "managed-jobs"
}

resource "aws_sns_topic_subscription" "jobs" {
  topic_arn = aws_sns_topic.events.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.jobs.arn
}

resource "aws_s3_bucket" "logs" {
  bucket = "managed-logs-bucket"
}

resource "aws_cloudwatch_log_group" "app" {
  name = "managed-app"
}

resource "aws_kms_key" "main" {
  description = "managed"
}

resource "aws_kms_alias" "main" {
  name          = "alias/managed"
  target_key_id = aws_kms_key.main.key_id
}

resource "aws_route53_zone" "main" {
  name = "managed.example.com"
}

resource "aws_route53_record" "www" {
  zone_id = aws_route53_zone.main.zone_id
  name    = "www.managed.example.com"
  type    = "A"
  ttl     = 300
  records = ["10.0.0.1"]
}

resource "aws_cloudwatch_event_rule" "nightly" {
  name                = "managed-nightly"
  schedule_expression = "rate(1 day)"
}

resource "aws_lb" "main" {
  name               = "managed"
  internal           = true
  load_balancer_type = "application"
  subnets            = [aws_subnet.a.id, aws_subnet.b.id]
}

resource "aws_lb_target_group" "main" {
  name     = "managed"
  port     = 80
  protocol = "HTTP"
  vpc_id   = aws_vpc.main.id
}

resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.main.arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.main.arn
  }
}

resource "aws_cognito_user_pool" "main" {
  name = "managed"
}

resource "aws_glue_catalog_database" "main" {
  name = "managed"
}

resource "aws_efs_file_system" "main" {
  creation_token = "managed"
}

resource "aws_dynamodb_table" "main" {
  name         = "managed"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }
}

output "ids" {
  value = {
    vpc      = aws_vpc.main.id
    subnet_a = aws_subnet.a.id
    subnet_b = aws_subnet.b.id
    table    = aws_route_table.main.id
    gateway  = aws_internet_gateway.main.id
    group    = aws_security_group.web.id
    topic    = aws_sns_topic.events.arn
    queue    = aws_sqs_queue.jobs.arn
    key      = aws_kms_key.main.key_id
    zone     = aws_route53_zone.main.zone_id
    lb       = aws_lb.main.arn
    listener = aws_lb_listener.http.arn
    target   = aws_lb_target_group.main.arn
    pool     = aws_cognito_user_pool.main.id
    efs      = aws_efs_file_system.main.id
    policy   = aws_iam_policy.read.arn
  }
}
