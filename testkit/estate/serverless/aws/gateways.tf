resource "aws_api_gateway_rest_api" "shop" {
  name        = "shop"
  description = "shop"
}

resource "aws_api_gateway_resource" "orders" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  parent_id   = aws_api_gateway_rest_api.shop.root_resource_id
  path_part   = "orders"
}

resource "aws_api_gateway_method" "orders" {
  rest_api_id   = aws_api_gateway_rest_api.shop.id
  resource_id   = aws_api_gateway_resource.orders.id
  http_method   = "POST"
  authorization = "AWS_IAM"
}

resource "aws_api_gateway_integration" "orders" {
  rest_api_id             = aws_api_gateway_rest_api.shop.id
  resource_id             = aws_api_gateway_resource.orders.id
  http_method             = aws_api_gateway_method.orders.http_method
  type                    = "AWS_PROXY"
  integration_http_method = "POST"
  uri                     = aws_lambda_function.worker["take order"].invoke_arn
}

resource "aws_api_gateway_deployment" "shop" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  depends_on  = [aws_api_gateway_integration.orders]
}

resource "aws_api_gateway_stage" "live" {
  rest_api_id   = aws_api_gateway_rest_api.shop.id
  deployment_id = aws_api_gateway_deployment.shop.id
  stage_name    = "live"
  variables     = { mode = "live" }
}

resource "aws_api_gateway_usage_plan" "partners" {
  name = "partners"

  api_stages {
    api_id = aws_api_gateway_rest_api.shop.id
    stage  = aws_api_gateway_stage.live.stage_name
  }

  throttle_settings {
    burst_limit = 5
    rate_limit  = 10
  }
}

resource "aws_api_gateway_api_key" "partner" {
  name  = "partner"
  value = "canary-gateway-key-0123456789"
}

resource "aws_apigatewayv2_api" "web" {
  name          = "web"
  protocol_type = "HTTP"

  cors_configuration {
    allow_methods = ["GET", "POST"]
    allow_origins = ["https://shop.example.org"]
    max_age       = 300
  }
}

resource "aws_apigatewayv2_integration" "web" {
  api_id                 = aws_apigatewayv2_api.web.id
  integration_type       = "AWS_PROXY"
  integration_uri        = aws_lambda_function.worker["take order"].invoke_arn
  payload_format_version = "2.0"
}

resource "aws_apigatewayv2_route" "web" {
  api_id    = aws_apigatewayv2_api.web.id
  route_key = "GET /orders"
  target    = "integrations/${aws_apigatewayv2_integration.web.id}"
}

resource "aws_apigatewayv2_stage" "web" {
  api_id      = aws_apigatewayv2_api.web.id
  name        = "live"
  auto_deploy = true
}

resource "aws_cognito_user_pool" "customers" {
  name = "customers"

  password_policy {
    minimum_length    = 12
    require_lowercase = true
    require_numbers   = true
    require_symbols   = false
    require_uppercase = true
  }
}

resource "aws_cognito_user_pool_client" "shop" {
  name                = "shop"
  user_pool_id        = aws_cognito_user_pool.customers.id
  explicit_auth_flows = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
}

resource "aws_cognito_user_group" "staff" {
  name         = "staff"
  user_pool_id = aws_cognito_user_pool.customers.id
  description  = "staff"
  precedence   = 5
}

resource "aws_cognito_identity_pool" "customers" {
  identity_pool_name               = "customers"
  allow_unauthenticated_identities = false
}

resource "aws_wafv2_ip_set" "office" {
  name               = "office"
  scope              = "REGIONAL"
  ip_address_version = "IPV4"
  addresses          = ["203.0.113.0/24", "198.51.100.0/24"]
}

resource "aws_wafv2_web_acl" "shop" {
  name  = "shop"
  scope = "REGIONAL"

  default_action {
    allow {}
  }

  rule {
    name     = "office"
    priority = 1

    action {
      block {}
    }

    statement {
      ip_set_reference_statement {
        arn = aws_wafv2_ip_set.office.arn
      }
    }

    visibility_config {
      cloudwatch_metrics_enabled = true
      metric_name                = "office"
      sampled_requests_enabled   = true
    }
  }

  visibility_config {
    cloudwatch_metrics_enabled = true
    metric_name                = "shop"
    sampled_requests_enabled   = true
  }
}
