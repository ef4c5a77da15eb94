resource "aws_key_pair" "ops" {
  key_name   = "ops"
  public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJp6DfZL2Qw4YcD0wG8cM9kQv7mZ0rYz1n5uQ3sT6wXy ops@example.com"
}

resource "aws_launch_template" "web" {
  name          = "web"
  instance_type = "t3.micro"
}

resource "aws_lambda_function" "worker" {
  function_name = "worker"
  role          = aws_iam_role.app.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  filename      = "${path.module}/worker.zip"
  memory_size   = 128
  timeout       = 3

  environment {
    variables = {
      STAGE = "prod"
      EMPTY = ""
    }
  }
}

resource "aws_lambda_permission" "topic" {
  statement_id  = "topic"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.worker.function_name
  principal     = "sns.amazonaws.com"
  source_arn    = aws_sns_topic.alerts.arn
}

resource "aws_ecs_cluster" "main" {
  name = "main"
  tags = { tier = "app" }
}

resource "aws_ecs_task_definition" "web" {
  family = "web"
  container_definitions = jsonencode([
    { name = "web", image = "nginx:1.27", cpu = 64, memory = 128, essential = true }
  ])
}

resource "aws_lb_target_group" "web" {
  name     = "web"
  port     = 80
  protocol = "HTTP"
  vpc_id   = aws_vpc.main.id
}

resource "aws_api_gateway_rest_api" "public" {
  name        = "public"
  description = "public"
}

resource "aws_api_gateway_resource" "orders" {
  rest_api_id = aws_api_gateway_rest_api.public.id
  parent_id   = aws_api_gateway_rest_api.public.root_resource_id
  path_part   = "orders"
}

resource "aws_cognito_user_pool" "people" {
  name = "people"
}

resource "aws_cognito_user_pool_client" "site" {
  name         = "site"
  user_pool_id = aws_cognito_user_pool.people.id
}

resource "aws_wafv2_ip_set" "blocked" {
  name               = "blocked"
  scope              = "REGIONAL"
  ip_address_version = "IPV4"
  addresses          = ["198.51.100.0/24", "192.0.2.0/24"]
}

resource "aws_route53_zone" "main" {
  name    = "example.com"
  comment = "main"
}

resource "aws_route53_record" "site" {
  for_each = { "www" = "198.51.100.10", "*.dev" = "198.51.100.11", "api" = "198.51.100.12" }
  zone_id  = aws_route53_zone.main.zone_id
  name     = "${each.key}.example.com"
  type     = "A"
  ttl      = 300
  records  = [each.value]
}
